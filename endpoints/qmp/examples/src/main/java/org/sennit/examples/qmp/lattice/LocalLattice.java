package org.sennit.examples.qmp.lattice;

import java.util.Arrays;

/**
 * The sites that one endpoint holds of a periodic lattice of four dimensions, numbered with axis 0 running fastest, and
 * behind them the halo: copies of other endpoints' sites, face by face and then corner by corner. Only axes that are
 * cut have faces. Immutable; any thread.
 *
 * <p>A direction is an axis (forward) or an axis + 4 (backward). A corner is what lies forward along one cut axis and
 * backward along another: the only ones that the staples of the Wilson action need.
 */
public final class LocalLattice {
    /** Number of axes. */
    public static final int AXES = 4;

    /** Number of directions. */
    public static final int DIRECTIONS = 2 * AXES;

    private static final int NONE = -1;

    private final int[] extents;
    private final int[] nodes;
    private final int[] local = new int[AXES];
    private final int[] origin = new int[AXES];
    private final int volume;
    private final int total;
    private final int[] faceStart = new int[DIRECTIONS];
    private final int[] cornerStart = new int[AXES * AXES];
    private final int[] neighbor;
    private final int[] parity;
    private final int[][] sites = new int[4][];
    private final long[] globalIndex;

    /**
     * Makes the share of an endpoint.
     *
     * @param extents sites of the whole lattice along each axis, even
     * @param nodes endpoints along each axis, divisors of the extents
     * @param coordinates of this endpoint among them
     */
    public LocalLattice(int[] extents, int[] nodes, int[] coordinates) {
        this.extents = extents.clone();
        this.nodes = nodes.clone();
        int sitesInAll = 1;
        for (int axis = 0; axis < AXES; axis++) {
            local[axis] = extents[axis] / nodes[axis];
            origin[axis] = coordinates[axis] * local[axis];
            sitesInAll *= local[axis];
        }
        volume = sitesInAll;
        int next = volume;
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            faceStart[direction] = next;
            next += isCut(direction % AXES) ? volume / local[direction % AXES] : 0;
        }
        for (int corner = 0; corner < cornerStart.length; corner++) {
            cornerStart[corner] = next;
            next += cornerSites(corner / AXES, corner % AXES);
        }
        total = next;
        neighbor = new int[DIRECTIONS * total];
        Arrays.fill(neighbor, NONE);
        parity = new int[total];
        fillNeighbors();
        globalIndex = new long[volume];
        for (int site = 0; site < volume; site++) {
            for (int axis = AXES - 1; axis >= 0; axis--) {
                globalIndex[site] = globalIndex[site] * extents[axis] + globalCoordinate(site, axis);
            }
        }
        fillSites();
    }

    /**
     * Returns the direction opposite to one.
     *
     * @param direction a direction
     * @return the same axis, the other way
     */
    public static int opposite(int direction) {
        return (direction + AXES) % DIRECTIONS;
    }

    /**
     * Returns whether an axis is divided among endpoints.
     *
     * @param axis 0 to 3
     * @return false where one endpoint holds all of it
     */
    public boolean isCut(int axis) {
        return nodes[axis] > 1;
    }

    /**
     * Returns how many sites of the lattice this endpoint holds.
     *
     * @return sites without the halo
     */
    public int volume() {
        return volume;
    }

    /**
     * Returns the number of sites that a field has room for.
     *
     * @return sites with the halo
     */
    public int total() {
        return total;
    }

    /**
     * Returns the number of sites that the lattice has.
     *
     * @return sites of all endpoints
     */
    public long globalVolume() {
        return (long) extents[0] * extents[1] * extents[2] * extents[3];
    }

    /**
     * Returns the number of sites that the lattice has along an axis.
     *
     * @param axis 0 to 3
     * @return sites of all endpoints
     */
    public int extent(int axis) {
        return extents[axis];
    }

    /**
     * Returns the site next to a site.
     *
     * @param site one held, or one of the halo
     * @param direction where to look
     * @return its number, in the halo where another endpoint holds it; negative where this endpoint has no copy of it
     */
    public int neighbor(int site, int direction) {
        return neighbor[DIRECTIONS * site + direction];
    }

    /**
     * Returns the number of a site in the whole lattice, axis 0 running fastest.
     *
     * @param site one held
     * @return the same however the lattice is divided
     */
    public long globalIndex(int site) {
        return globalIndex[site];
    }

    /**
     * Returns where a site lies along an axis of the whole lattice.
     *
     * @param site one held
     * @param axis 0 to 3
     * @return 0 up to the extent, exclusively
     */
    public int globalCoordinate(int site, int axis) {
        int rest = site;
        for (int lower = 0; lower < axis; lower++) {
            rest /= local[lower];
        }
        return origin[axis] + rest % local[axis];
    }

    /**
     * Returns the parity of a site.
     *
     * @param site one held, or one of the halo
     * @return 0 or 1: of the sum of its coordinates in the whole lattice
     */
    public int parity(int site) {
        return parity[site];
    }

    /**
     * Returns the sites of a parity that do, or do not, touch the halo.
     *
     * @param parity 0 or 1: of the sum of the coordinates
     * @param isFace true for those with a neighbor in the halo
     * @return their numbers, ascending; not to be changed
     */
    public int[] sites(int parity, boolean isFace) {
        return sites[parity + (isFace ? 2 : 0)];
    }

    /**
     * Returns the sites that another endpoint needs for its face.
     *
     * @param direction in which the other endpoint lies, along a cut axis
     * @return the outermost sites in that direction
     */
    public Blocks face(int direction) {
        int axis = direction % AXES;
        int block = product(0, axis);
        int stride = block * local[axis];
        int first = direction < AXES ? stride - block : 0;
        return new Blocks(new int[] {first}, block, volume / stride, stride);
    }

    /**
     * Returns where the copies of a face lie, one after the other.
     *
     * @param direction in which the endpoint lies that holds the sites
     * @return the first site and how many there are; none along an axis that is not cut
     */
    public Blocks halo(int direction) {
        int count = isCut(direction % AXES) ? volume / local[direction % AXES] : 0;
        return new Blocks(new int[] {faceStart[direction]}, count, 1, count);
    }

    /**
     * Returns the number of sites that a corner has.
     *
     * @param up the axis along which it lies forward
     * @param down the axis along which it lies backward
     * @return 0 where one of them is not cut
     */
    public int cornerSites(int up, int down) {
        return up != down && isCut(up) && isCut(down) ? volume / local[up] / local[down] : 0;
    }

    /**
     * Returns the sites that the endpoint backward along one axis and forward along another needs as its corner.
     *
     * @param up the axis along which the corner lies forward of that endpoint: the sites are the first along it
     * @param down the axis along which it lies backward: the sites are the last along it
     * @return the sites
     */
    public Blocks cornerSource(int up, int down) {
        int lower = Math.min(up, down);
        int higher = Math.max(up, down);
        int block = product(0, lower);
        int stride = block * local[lower];
        int count = product(lower + 1, higher);
        int outer = stride * count * local[higher];
        int offset = product(0, down) * (local[down] - 1);
        int[] first = new int[volume / outer];
        for (int k = 0; k < first.length; k++) {
            first[k] = offset + k * outer;
        }
        return new Blocks(first, block, count, stride);
    }

    /**
     * Returns where the copies of a corner lie.
     *
     * @param up the axis along which it lies forward
     * @param down the axis along which it lies backward
     * @return the first site and how many there are
     */
    public Blocks cornerHalo(int up, int down) {
        int count = cornerSites(up, down);
        return new Blocks(new int[] {cornerStart[AXES * up + down]}, count, 1, count);
    }

    /** Returns the number of sites that the axes from one up to another span. */
    private int product(int from, int to) {
        int product = 1;
        for (int axis = from; axis < to; axis++) {
            product *= local[axis];
        }
        return product;
    }

    /** Walks all sites with a margin of one and looks at the neighbors of those that are held or copied. */
    private void fillNeighbors() {
        int[] at = new int[AXES];
        for (at[3] = -1; at[3] <= local[3]; at[3]++) {
            for (at[2] = -1; at[2] <= local[2]; at[2]++) {
                for (at[1] = -1; at[1] <= local[1]; at[1]++) {
                    for (at[0] = -1; at[0] <= local[0]; at[0]++) {
                        int site = isWrapped(at) ? NONE : indexOf(at);
                        for (int direction = 0; site != NONE && direction < DIRECTIONS; direction++) {
                            int axis = direction % AXES;
                            int step = direction < AXES ? 1 : -1;
                            at[axis] += step;
                            neighbor[DIRECTIONS * site + direction] = indexOf(at);
                            at[axis] -= step;
                        }
                        if (site != NONE) {
                            parity[site] = parity(at);
                        }
                    }
                }
            }
        }
    }

    /** Returns whether a place is another name of one within, since an axis is not cut. */
    private boolean isWrapped(int[] at) {
        for (int axis = 0; axis < AXES; axis++) {
            if (!isCut(axis) && (at[axis] < 0 || at[axis] >= local[axis])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the number of the site at a place, which may be one step or two out of what is held; NONE where there is
     * no copy.
     */
    private int indexOf(int[] at) {
        int up = NONE;
        int down = NONE;
        for (int axis = 0; axis < AXES; axis++) {
            if (at[axis] >= 0 && at[axis] < local[axis] || !isCut(axis)) {
                continue;
            }
            boolean isUp = at[axis] == local[axis];
            if (isUp && up == NONE) {
                up = axis;
            } else if (!isUp && at[axis] == -1 && down == NONE) {
                down = axis;
            } else {
                return NONE;
            }
        }
        int within = 0;
        for (int axis = AXES - 1; axis >= 0; axis--) {
            if (axis != up && axis != down) {
                within = within * local[axis] + Math.floorMod(at[axis], local[axis]);
            }
        }
        if (up != NONE && down != NONE) {
            return cornerStart[AXES * up + down] + within;
        }
        return within + (up != NONE ? faceStart[up] : down != NONE ? faceStart[AXES + down] : 0);
    }

    private void fillSites() {
        int[] count = new int[sites.length];
        for (int pass = 0; pass < 2; pass++) {
            Arrays.fill(count, 0);
            for (int site = 0; site < volume; site++) {
                int list = parity(site) + (touchesHalo(site) ? 2 : 0);
                if (pass == 1) {
                    sites[list][count[list]] = site;
                }
                count[list]++;
            }
            for (int list = 0; pass == 0 && list < sites.length; list++) {
                sites[list] = new int[count[list]];
            }
        }
    }

    /** Returns the parity of a place, which is that of the site of which it is a copy, since extents are even. */
    private int parity(int[] at) {
        int sum = 0;
        for (int axis = 0; axis < AXES; axis++) {
            sum += origin[axis] + at[axis];
        }
        return sum & 1;
    }

    private boolean touchesHalo(int site) {
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            if (neighbor(site, direction) >= volume) {
                return true;
            }
        }
        return false;
    }
}
