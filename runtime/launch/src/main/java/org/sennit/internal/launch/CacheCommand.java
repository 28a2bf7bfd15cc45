package org.sennit.internal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.sennit.config.Options;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.cache.CacheOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sennit cache}: makes the ahead-of-time cache of this launcher, so that jobs start faster; {@code --clear}
 * removes all that there are.
 */
@Command(
        name = "cache",
        description =
                "Makes a cache of loaded classes, so that jobs start faster; `sennit info` tells whether it is used.")
final class CacheCommand implements Callable<Integer> {
    private static final double NS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;

    @Option(names = "--clear", description = "remove all caches of this user instead")
    private boolean isToBeCleared;

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            arity = "0..1",
            description =
                    "a short program of this class path, whose classes go into the cache; default: one that does a"
                            + " little of what most programs do")
    private String program = "org.sennit.examples.Rehearsal";

    @Override
    public Integer call() throws IOException, InterruptedException {
        AotCache cache = AotCache.of(Options.fromEnvironment());
        if (cache == null) {
            throw new CommandLineMistake("cache: " + CacheOptions.WITHOUT_FOLDER);
        }
        if (isToBeCleared) {
            long bytes = 0;
            for (AotCache each : cache.all()) {
                bytes += each.delete();
            }
            System.out.printf(
                    Locale.ROOT,
                    "removed %.0f MB from %s%n",
                    bytes / BYTES_PER_MB,
                    cache.folder().getParent());
            return 0;
        }
        for (AotCache each : cache.all()) {
            if (each.isAbandoned(cache)) {
                each.delete();
            }
        }
        try {
            cache.createFolder();
        } catch (IOException cannot) {
            System.err.println("sennit: cache: no folder for the cache: " + cannot.getMessage());
            return 1;
        }
        long start = System.nanoTime();
        if (!new CacheBuilder(cache, Program.find("cache", program, null).className()).build()) {
            System.err.println("sennit: cache: the job that fills the cache has failed");
            return 1;
        }
        System.out.printf(
                Locale.ROOT,
                "made %s: %.0f MB in %.1f s%n",
                cache.folder(),
                (Files.size(cache.launcherFile()) + Files.size(cache.processFile())) / BYTES_PER_MB,
                (System.nanoTime() - start) / NS_PER_SECOND);
        return 0;
    }
}
