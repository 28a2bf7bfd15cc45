package org.sennit.conformance.behaviours;

import java.util.Locale;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;

/** Rank 0 has another charset and another locale than rank 1: what they tell each other means the same to both. */
final class CharsetProgram {
    static final String AGREED = "both agree";

    private CharsetProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean isTurkish = Locale.getDefault().getLanguage().equals("tr");
            if (isTurkish != (world.rank() == 0) || "TITLE".equals("title".toUpperCase()) == isTurkish) {
                throw new AssertionError("not the locale that the test has set: " + Locale.getDefault());
            }
            int peer = 1 - world.rank();
            int[] ints = new int[2];
            long[] longs = new long[2];
            double[] doubles = new double[2];
            world.allgather(new int[] {0x01020304 + world.rank()}, ints);
            world.allreduce(new long[] {1L << 40, -3L}, longs, Operation.SUM);
            world.allreduce(new double[] {1.5, -0.1}, doubles, Operation.SUM);
            check(ints[0] == 0x01020304 && ints[1] == 0x01020305, "ints");
            check(longs[0] == 2L << 40 && longs[1] == -6, "longs");
            check(doubles[0] == 3.0 && doubles[1] == -0.2, "doubles");
            char[] text = "ıİşğ€ŸI".toCharArray();
            char[] received = new char[text.length];
            world.sendReceive(text, peer, 258, received, peer, 258, null);
            check(new String(text).equals(new String(received)), "characters");
            for (int size : new int[] {1, 257, 70_000, 2 << 20}) {
                byte[] in = new byte[size];
                byte[] out = new byte[size];
                out[size - 1] = (byte) 0x9F;
                world.sendReceive(out, peer, 0x01020304, in, peer, 0x01020304, null);
                check(in[size - 1] == (byte) 0x9F, "bytes");
            }
            try (Communicator half = world.split(world.rank(), 0)) {
                check(half.size() == 1, "split");
            }
            if (world.rank() == 0) {
                System.out.println(AGREED);
            }
        });
    }

    private static void check(boolean isRight, String what) {
        if (!isRight) {
            throw new AssertionError("differs: " + what);
        }
    }
}
