package org.sennit.internal.launch.info;

import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.cache.CacheOptions;

/** The section on the ahead-of-time cache of jobs. Threads: stateless. */
public final class CacheSection implements InfoSection {
    @Override
    public int order() {
        return 31;
    }

    @Override
    public String title() {
        return "Start";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        AotCache cache = AotCache.of(options);
        line.accept("ahead-of-time cache", describe(cache));
    }

    private static String describe(AotCache cache) {
        if (cache == null) {
            return "none: " + CacheOptions.WITHOUT_FOLDER;
        }
        if (!cache.isMade()) {
            return "none: `sennit cache` makes one in " + cache.folder();
        }
        String weakness = cache.weakness();
        if (weakness != null) {
            return "not used: " + weakness;
        }
        if (CacheCheck.isUsable(cache.launcherFile()) && CacheCheck.isUsable(cache.processFile())) {
            return "used by the launcher and by the JVMs of a job: " + cache.folder();
        }
        return "not used, made for another JDK or other flags: `sennit cache` makes " + cache.folder() + " anew";
    }
}
