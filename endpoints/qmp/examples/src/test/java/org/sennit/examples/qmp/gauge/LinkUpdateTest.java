package org.sennit.examples.qmp.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.examples.qmp.lattice.LocalLattice;

/** Updates on one endpoint, whose halo is empty. */
class LinkUpdateTest {
    private static final LocalLattice LATTICE =
            new LocalLattice(new int[] {4, 2, 4, 2}, new int[] {1, 1, 1, 1}, new int[4]);

    @Test
    void overRelaxationKeepsTheAction() {
        GaugeField field = hot();
        OverRelaxation update = new OverRelaxation(field);
        double before = action(field);
        long checksum = field.checksum();
        for (int site = 0; site < LATTICE.volume(); site++) {
            for (int axis = 0; axis < LocalLattice.AXES; axis++) {
                update.update(site, axis);
            }
        }
        assertEquals(before, action(field), 1e-11 * LATTICE.volume());
        assertTrue(checksum != field.checksum(), "nothing has moved");
    }

    @Test
    void updatesStayInTheGroup() {
        GaugeField field = hot();
        HeatBath update = new HeatBath(field, 6, 3);
        update.begin(0);
        for (int site = 0; site < LATTICE.volume(); site++) {
            for (int axis = 0; axis < LocalLattice.AXES; axis++) {
                update.update(site, axis);
                double distance = Matrix3.distanceFromGroup(field.links(axis), Matrix3.DOUBLES * site);
                assertTrue(distance < 1e-12, "distance " + distance);
            }
        }
        assertEquals(3L * LATTICE.volume() * LocalLattice.AXES, update.accepted());
        assertTrue(update.trials() >= update.accepted(), "trials");
    }

    @Test
    void theStaplesOfALinkTellItsPlaquettes() {
        GaugeField field = hot();
        double[] v = new double[Matrix3.DOUBLES];
        double[] product = new double[Matrix3.DOUBLES];
        double sum = 0;
        for (int site = 0; site < LATTICE.volume(); site++) {
            for (int axis = 0; axis < LocalLattice.AXES; axis++) {
                field.staples(site, axis, v, product);
                Matrix3.multiply(product, 0, field.links(axis), Matrix3.DOUBLES * site, v, 0);
                sum += product[0] + product[8] + product[16];
            }
        }
        assertEquals(4 * action(field), sum / 3, 1e-11 * LATTICE.volume()); // each plaquette has four links
    }

    private static GaugeField hot() {
        GaugeField field = new GaugeField(LATTICE);
        field.setHot(11);
        return field;
    }

    private static double action(GaugeField field) {
        double[] bins = new double[ExactSum.BINS];
        double[] first = new double[Matrix3.DOUBLES];
        double[] second = new double[Matrix3.DOUBLES];
        for (int site = 0; site < LATTICE.volume(); site++) {
            ExactSum.add(bins, 0, field.plaquettes(site, first, second));
        }
        return ExactSum.value(bins, 0);
    }
}
