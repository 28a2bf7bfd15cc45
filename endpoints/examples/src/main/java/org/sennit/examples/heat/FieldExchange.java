package org.sennit.examples.heat;

import java.lang.foreign.MemorySegment;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;

/**
 * Shares the field out from rank 0 and brings it back there, by one message for each share.
 *
 * <p>Collective; one thread a rank. Surprise: this is a scatter and a gather of unequal blocks; ranks
 * without rows exchange nothing.
 */
final class FieldExchange {
    private static final int ROOT = 0;
    private static final int TEMPERATURE = 3;
    private static final int FIXED = 4;
    private static final int RESULT = 5;

    private final Communicator world;
    private final int width;
    private final int height;
    private final RowShare own;

    FieldExchange(Communicator world, int width, int height) {
        this.world = world;
        this.width = width;
        this.height = height;
        this.own = RowShare.of(height, world.rank(), world.size());
    }

    /**
     * Gives every rank its share.
     *
     * @param scene the whole on rank 0, ignored elsewhere
     * @return this rank's part, or null where it has no rows
     */
    Slab shareOut(Scene scene) {
        float[] temperature = new float[(own.count() + 2) * width];
        byte[] isFixed = new byte[own.count() * width];
        DataLayout ownRows = DataLayout.FLOAT.slice(width, isFixed.length);
        if (world.rank() != ROOT) {
            if (own.count() > 0) {
                world.receive(temperature, ownRows, ROOT, TEMPERATURE);
                world.receive(isFixed, ROOT, FIXED);
            }
        } else {
            float[] whole = scene.picture().brightness();
            for (int rank = ROOT + 1; rank < world.size(); rank++) {
                RowShare share = RowShare.of(height, rank, world.size());
                if (share.count() > 0) {
                    world.send(whole, DataLayout.FLOAT.slice(start(share), length(share)), rank, TEMPERATURE);
                    world.send(scene.isFixed(), DataLayout.BYTE.slice(start(share), length(share)), rank, FIXED);
                }
            }
            System.arraycopy(whole, 0, temperature, width, isFixed.length);
            System.arraycopy(scene.isFixed(), 0, isFixed, 0, isFixed.length);
        }
        return own.count() == 0 ? null : new Slab(width, height, own, temperature, isFixed);
    }

    /** Returns the whole field on rank 0, null elsewhere. */
    Picture gather(Slab slab) {
        if (world.rank() != ROOT) {
            if (slab != null) {
                world.send(slab.ownRows(), DataLayout.FLOAT, ROOT, RESULT);
            }
            return null;
        }
        float[] whole = new float[width * height];
        MemorySegment.ofArray(whole).copyFrom(slab.ownRows());
        for (int rank = ROOT + 1; rank < world.size(); rank++) {
            RowShare share = RowShare.of(height, rank, world.size());
            if (share.count() > 0) {
                world.receive(whole, DataLayout.FLOAT.slice(start(share), length(share)), rank, RESULT);
            }
        }
        return new Picture(width, height, whole);
    }

    private long start(RowShare share) {
        return (long) share.first() * width;
    }

    private long length(RowShare share) {
        return (long) share.count() * width;
    }
}
