package org.sennit.internal.shm.mapped.memory;

import java.nio.file.Path;
import java.util.List;

/** Places in which there is no room for a file. */
public final class FullDisk {
    private FullDisk() {}

    /** Makes them: no native calls, and a directory that is not there. */
    public static SharedFilePlaces places() {
        return new SharedFilePlaces("full", () -> null, List.of(Path.of("/sennit/no/such/place")));
    }
}
