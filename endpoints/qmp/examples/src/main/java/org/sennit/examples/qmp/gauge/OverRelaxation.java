package org.sennit.examples.qmp.gauge;

import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.algebra.Subgroup;

/**
 * Micro-canonical over-relaxation: reflects a link in each SU(2) subgroup about the best one for its staples, which
 * leaves the action as it is and moves the configuration far (Brown and Woch 1987). Used by one endpoint's thread.
 */
final class OverRelaxation implements LinkUpdate {
    private static final Subgroup[] SUBGROUPS = Subgroup.values();

    private final GaugeField field;
    private final double[] staples = new double[Matrix3.DOUBLES];
    private final double[] w = new double[Matrix3.DOUBLES];
    private final double[] a = new double[4];
    private final double[] g = new double[4];

    OverRelaxation(GaugeField field) {
        this.field = field;
    }

    @Override
    public void update(int site, int axis) {
        double[] links = field.links(axis);
        int link = Matrix3.DOUBLES * site;
        field.staples(site, axis, staples, w);
        Matrix3.multiply(w, 0, links, link, staples, 0);
        for (Subgroup subgroup : SUBGROUPS) {
            subgroup.project(w, a);
            Subgroup.squareDagger(a, g);
            subgroup.multiplyLeft(g, w, 0);
            subgroup.multiplyLeft(g, links, link);
        }
    }
}
