package org.sennit.conformance.examples;

/** How many JVMs, with how many endpoints each. */
record Placement(int processes, int endpoints) {
    int size() {
        return processes * endpoints;
    }

    @Override
    public String toString() {
        return processes + "x" + endpoints;
    }
}
