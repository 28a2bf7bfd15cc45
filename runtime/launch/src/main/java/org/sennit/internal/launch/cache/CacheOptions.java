package org.sennit.internal.launch.cache;

import org.sennit.config.Option;

/** The option of the ahead-of-time cache. Constants. */
public final class CacheOptions {
    /** The folder of the cache that fits this launcher; {@code runtime/bin/sennit} sets it. */
    public static final Option<String> FOLDER = Option.ofString(
            "launch.cache",
            "",
            "folder of the ahead-of-time class cache of the job's JVMs (sennit cache); empty: none");

    /** Reason why there is no folder, and the remedy. */
    public static final String WITHOUT_FOLDER =
            "no folder (option launch.cache): start by runtime/bin/sennit, with HOME or XDG_CACHE_HOME set";

    private CacheOptions() {}
}
