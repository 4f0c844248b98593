// A point of a spine as baked by joint.frag: x, y, half width, and the steps back and forth to the nearest points that
// are not the same place (0: there is none), packed in one number; negative if the instance cannot be drawn.

const int JOINT_MOST = 2047;

float joint_pack(int back, int forth) { return float(min(back, JOINT_MOST) + (min(forth, JOINT_MOST) << 11)); }
int joint_back(vec4 joint) { return int(joint.w) & JOINT_MOST; }
int joint_forth(vec4 joint) { return int(joint.w) >> 11; }
