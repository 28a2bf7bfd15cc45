package org.sennit.examples.qmp.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalLatticeTest {
    private static final int[] EXTENTS = {4, 6, 2, 8};

    /**
     * All shares of a lattice, and for each the numbers in the whole lattice of the sites that it has, copies included.
     */
    private static final class Shares {
        private final int[] nodes;
        private final LocalLattice[] lattices;
        private final long[][] global;

        Shares(int... nodes) {
            this.nodes = nodes;
            lattices = new LocalLattice[nodes[0] * nodes[1] * nodes[2] * nodes[3]];
            global = new long[lattices.length][];
            for (int node = 0; node < lattices.length; node++) {
                lattices[node] = new LocalLattice(EXTENTS, nodes, coordinates(node));
                global[node] = new long[lattices[node].total()];
                for (int site = 0; site < global[node].length; site++) {
                    global[node][site] = site < lattices[node].volume() ? lattices[node].globalIndex(site) : -1;
                }
            }
            for (int node = 0; node < lattices.length; node++) {
                fillHalo(node);
            }
        }

        private int[] coordinates(int node) {
            int[] at = new int[4];
            int rest = node;
            for (int axis = 0; axis < 4; axis++) {
                at[axis] = rest % nodes[axis];
                rest /= nodes[axis];
            }
            return at;
        }

        private int node(int[] at) {
            int node = 0;
            for (int axis = 3; axis >= 0; axis--) {
                node = node * nodes[axis] + Math.floorMod(at[axis], nodes[axis]);
            }
            return node;
        }

        /** Copies what the messages of an exchange would bring. */
        private void fillHalo(int node) {
            for (int direction = 0; direction < LocalLattice.DIRECTIONS; direction++) {
                int axis = direction % 4;
                if (lattices[node].isCut(axis)) {
                    int[] at = coordinates(node);
                    at[axis] += direction < 4 ? 1 : -1;
                    int source = node(at);
                    copy(
                            lattices[source].face(LocalLattice.opposite(direction)),
                            source,
                            lattices[node].halo(direction),
                            node);
                }
            }
            for (int corner = 0; corner < 16; corner++) {
                int up = corner / 4;
                int down = corner % 4;
                if (lattices[node].cornerSites(up, down) > 0) {
                    int[] at = coordinates(node);
                    at[up]++;
                    at[down]--;
                    int source = node(at);
                    copy(lattices[source].cornerSource(up, down), source, lattices[node].cornerHalo(up, down), node);
                }
            }
        }

        private void copy(Blocks from, int source, Blocks to, int target) {
            assertEquals(from.sites(), to.sites());
            int next = to.first()[0];
            for (int first : from.first()) {
                for (int block = 0; block < from.count(); block++) {
                    for (int k = 0; k < from.block(); k++) {
                        global[target][next++] = global[source][first + block * from.stride() + k];
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,1", "1,1,1,2", "2,1,1,1", "1,3,2,1", "2,3,1,4", "4,1,2,8", "2,3,2,4"})
    void neighborsAreThoseOfTheWholeLattice(int x, int y, int z, int t) {
        Shares shares = new Shares(x, y, z, t);
        int corners = 0;
        for (int node = 0; node < shares.lattices.length; node++) {
            LocalLattice lattice = shares.lattices[node];
            for (int site = 0; site < lattice.volume(); site++) {
                for (int direction = 0; direction < LocalLattice.DIRECTIONS; direction++) {
                    int next = lattice.neighbor(site, direction);
                    long expected = step(lattice.globalIndex(site), direction);
                    assertEquals(expected, shares.global[node][next], "site " + site + " direction " + direction);
                    for (int down = 4; direction < 4 && down < 8; down++) {
                        if (down != direction + 4) {
                            int corner = lattice.neighbor(next, down);
                            assertTrue(corner >= 0, "no copy of a corner");
                            assertEquals(step(expected, down), shares.global[node][corner], "corner");
                            corners++;
                        }
                    }
                }
            }
        }
        assertEquals(4 * 6 * 2 * 8 * 12, corners);
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,1", "1,1,1,2", "2,3,1,4", "4,1,2,8"})
    void everySiteIsInOneListByParity(int x, int y, int z, int t) {
        Shares shares = new Shares(x, y, z, t);
        int[] seen = new int[4 * 6 * 2 * 8];
        for (LocalLattice lattice : shares.lattices) {
            for (int list = 0; list < 4; list++) {
                boolean isFace = list >= 2;
                for (int site : lattice.sites(list % 2, isFace)) {
                    long global = lattice.globalIndex(site);
                    seen[(int) global]++;
                    assertEquals(
                            list % 2,
                            (coordinate(global, 0)
                                            + coordinate(global, 1)
                                            + coordinate(global, 2)
                                            + coordinate(global, 3))
                                    % 2);
                    assertEquals(isFace, touchesHalo(lattice, site));
                }
            }
        }
        for (int count : seen) {
            assertEquals(1, count);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,2", "2,3,1,4", "4,1,2,8", "2,3,2,4"})
    void copiesHaveTheParityOfTheirSites(int x, int y, int z, int t) {
        Shares shares = new Shares(x, y, z, t);
        for (int node = 0; node < shares.lattices.length; node++) {
            for (int site = 0; site < shares.lattices[node].total(); site++) {
                long global = shares.global[node][site];
                int sum = 0;
                for (int axis = 0; axis < 4; axis++) {
                    sum += coordinate(global, axis);
                }
                assertEquals(sum % 2, shares.lattices[node].parity(site), "node " + node + " site " + site);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,2", "2,3,1,4", "4,1,2,8", "2,3,2,4"})
    void theSitesOfAFaceAreNumberedInTheOrderInWhichTheyAreSent(int x, int y, int z, int t) {
        Shares shares = new Shares(x, y, z, t);
        LocalLattice lattice = shares.lattices[0];
        for (int direction = 0; direction < LocalLattice.DIRECTIONS; direction++) {
            if (lattice.isCut(direction % 4)) {
                int[] face = lattice.face(LocalLattice.opposite(direction)).numbers();
                int[] halo = lattice.halo(direction).numbers();
                assertEquals(face.length, halo.length);
                for (int k = 0; k < face.length; k++) {
                    int[] at = shares.coordinates(0);
                    at[direction % 4] += direction < 4 ? 1 : -1;
                    assertEquals(
                            shares.global[shares.node(at)][face[k]],
                            shares.global[0][halo[k]],
                            "direction " + direction);
                }
            }
        }
    }

    private static boolean touchesHalo(LocalLattice lattice, int site) {
        boolean touches = false;
        for (int direction = 0; direction < LocalLattice.DIRECTIONS; direction++) {
            touches |= lattice.neighbor(site, direction) >= lattice.volume();
        }
        return touches;
    }

    private static int coordinate(long global, int axis) {
        long rest = global;
        for (int lower = 0; lower < axis; lower++) {
            rest /= EXTENTS[lower];
        }
        return (int) (rest % EXTENTS[axis]);
    }

    private static long step(long global, int direction) {
        long index = 0;
        for (int axis = 3; axis >= 0; axis--) {
            int at = coordinate(global, axis);
            if (axis == direction % 4) {
                at = Math.floorMod(at + (direction < 4 ? 1 : -1), EXTENTS[axis]);
            }
            index = index * EXTENTS[axis] + at;
        }
        return index;
    }
}
