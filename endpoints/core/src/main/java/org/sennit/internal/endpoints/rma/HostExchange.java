package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.SharedMemoryModule;
import org.sennit.spi.network.SharedMemoryName;

/**
 * Exchanges the memory of a window between processes of one host: each member names its own by a card, and maps that of
 * the others. Belongs to the thread that drives the endpoint; the results are in the table of the process.
 *
 * @param comm the window's own communicator
 * @param collectives of its members
 * @param table what the members of this process have in common
 * @param module of the network; null when it shares no memory
 * @param offered the card of the memory that rank 0 allocates for all
 */
record HostExchange(
        CommContext comm,
        Collectives collectives,
        WindowTable table,
        SharedMemoryModule module,
        MemorySegment offered) {
    /** Local; what allocates is done here and by {@link WindowTable#cards}, before the members agree. */
    static HostExchange of(CommContext comm, Collectives collectives, WindowTable table) {
        NetworkModule network = comm.own().process().device().network();
        if (network != null) {
            table.cards();
        }
        return new HostExchange(
                comm,
                collectives,
                table,
                network == null ? null : network.extension(SharedMemoryModule.class),
                MemorySegment.ofArray(new long[MemoryCard.BYTES / Long.BYTES]));
    }

    /** Returns the card of a memory; null when other processes cannot map it. */
    MemoryCard card(MemorySegment memory, long bytes, int displacementUnit) {
        if (memory == null || bytes == 0) {
            return new MemoryCard(bytes, displacementUnit, 0, "");
        }
        SharedMemoryName name = module == null ? null : module.nameOf(memory);
        boolean isNamed = name != null && name.region().getBytes(StandardCharsets.UTF_8).length <= MemoryCard.MOST_TEXT;
        return isNamed ? new MemoryCard(bytes, displacementUnit, name.offset(), name.region()) : null;
    }

    /** Brings the cards of all members to the table. Collective; blocks. */
    void exchange(MemoryCard own) {
        RankMap group = comm.group();
        long[] begins = new long[group.processCount()];
        long[] lengths = new long[begins.length];
        long end = 0;
        for (int p = 0; p < begins.length; p++) {
            begins[p] = end;
            lengths[p] = (long) group.ranksOf(p).length * MemoryCard.BYTES;
            end += lengths[p];
        }
        long first = begins[group.ownProcessIndex()];
        MemorySegment cards = table.cards();
        own.write(cards, first + (long) group.memberIndexOf(comm.rank()) * MemoryCard.BYTES);
        collectives.exchangeTable(cards, new BlockTable(begins, lengths));
        table.read(group, begins);
    }

    /** Offers memory of rank 0 to all; false when other processes cannot map it. Local, at rank 0. */
    boolean offer(MemorySegment allocated) {
        MemoryCard card = card(allocated, allocated.byteSize(), 1);
        if (card != null) {
            card.write(offered, 0);
        }
        return card != null;
    }

    /** Returns the card of the memory that rank 0 has offered. Collective; blocks. */
    MemoryCard common() {
        collectives.broadcast(offered, 0, MemoryCard.BYTES, 0);
        return MemoryCard.read(offered, 0);
    }

    /** Maps a memory that rank 0 has offered; null when it cannot be mapped here. Local. */
    MemorySegment opened(MemoryCard card) {
        return table.open(this, card);
    }
}
