package org.sennit.conformance.random;

import java.util.List;
import java.util.function.Predicate;

/**
 * What a random program does besides its messages and collectives.
 *
 * @param phases what all ranks do together, in this order
 * @param parcels the objects that are sent, on a communicator of their own
 * @param generalized how many generalized requests each rank completes among its others
 * @param secondThread the program that a second thread of each endpoint runs at the same time, or null
 */
record SideWork(List<Phase> phases, List<Parcel> parcels, int generalized, RandomPlan secondThread) {
    static final SideWork NONE = new SideWork(List.of(), List.of(), 0, null);

    SideWork keepingPhases(Predicate<Phase> isKept) {
        return new SideWork(phases.stream().filter(isKept).toList(), parcels, generalized, secondThread);
    }

    SideWork withoutParcels() {
        return new SideWork(phases, List.of(), generalized, secondThread);
    }

    SideWork withoutGeneralized() {
        return new SideWork(phases, parcels, 0, secondThread);
    }

    SideWork with(RandomPlan ofSecondThread) {
        return new SideWork(phases, parcels, generalized, ofSecondThread);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        phases.forEach(phase -> text.append(phase).append('\n'));
        parcels.forEach(parcel -> text.append(parcel).append('\n'));
        if (generalized > 0) {
            text.append("generalized requests of each rank: ")
                    .append(generalized)
                    .append('\n');
        }
        if (secondThread != null) {
            text.append("and in a second thread of each endpoint ").append(secondThread.text());
        }
        return text.toString();
    }
}
