package org.sennit.bench.bars;

import java.util.ArrayList;
import java.util.List;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.report.TableRow;

/**
 * The ratios of the times of two rows, measured one directly after the other.
 *
 * @param atOneSpeed those in which both were at one speed of the machine
 * @param all of them
 */
record Ratios(List<Double> atOneSpeed, List<Double> all) {
    Ratios() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    void add(TableRow first, TableRow second) {
        double ratio = first.time().medianNs() / second.time().medianNs();
        all.add(ratio);
        if (first.speed() == second.speed() && first.speed() != Speed.MIXED) {
            atOneSpeed.add(ratio);
        }
    }

    /** Returns the median of those at one speed, of all where there is no such; not to be asked before there is one. */
    double median() {
        List<Double> sorted =
                (atOneSpeed.isEmpty() ? all : atOneSpeed).stream().sorted().toList();
        int size = sorted.size();
        return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }
}
