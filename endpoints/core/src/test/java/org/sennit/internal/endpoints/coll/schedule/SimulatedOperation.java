package org.sennit.internal.endpoints.coll.schedule;

/**
 * An operation for simulations that is neither commutative nor associative, so that the result shows how it was put
 * together.
 */
public final class SimulatedOperation {
    private SimulatedOperation() {}

    /**
     * Combines two blocks byte by byte.
     *
     * @param left the left operand
     * @param leftAt where it begins
     * @param right the right operand
     * @param rightAt where it begins
     * @param result where to; may be one of the two
     * @param resultAt where it begins
     * @param length bytes
     */
    public static void combine(
            byte[] left, int leftAt, byte[] right, int rightAt, byte[] result, int resultAt, int length) {
        for (int i = 0; i < length; i++) {
            int mixed = (left[leftAt + i] & 0xff) * 0x9E3779B1 + (right[rightAt + i] & 0xff) * 0x85EBCA6B + 0x27D4EB2F;
            mixed ^= mixed >>> 15;
            result[resultAt + i] = (byte) (mixed * 0x2C1B3C6D >>> 24);
        }
    }

    /**
     * What a node of the canonical tree must give.
     *
     * @param node the node
     * @param operands of all ranks, equally long
     * @return a new array
     */
    public static byte[] expected(CanonicalTree.Node node, byte[][] operands) {
        if (node.isLeaf()) {
            return operands[node.first()].clone();
        }
        byte[] result = expected(node.left(), operands);
        combine(result, 0, expected(node.right(), operands), 0, result, 0, result.length);
        return result;
    }
}
