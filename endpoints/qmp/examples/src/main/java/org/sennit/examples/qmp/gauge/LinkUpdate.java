package org.sennit.examples.qmp.gauge;

/** Replaces a link by another of the same, or a thermal, weight. Used by one endpoint's thread. */
interface LinkUpdate {
    /**
     * Updates a link whose neighbors are up to date.
     *
     * @param site where it begins
     * @param axis along which it points
     */
    void update(int site, int axis);
}
