package org.sennit.examples.heat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.sennit.Communicator;
import org.sennit.examples.console.Program;
import org.sennit.examples.console.Progress;

/**
 * The work of one endpoint in heat: rank 0 reads the picture and shares it out, all solve, rank 0 writes the result.
 *
 * <p>Collective; one thread a rank. Surprise: only rank 0 sees the files, so it alone reports what is
 * wrong with them, and the others stop.
 */
final class HeatJob {
    private final Communicator world;
    private final HeatArguments arguments;
    private final boolean isRoot;

    HeatJob(Communicator world, HeatArguments arguments) {
        this.world = world;
        this.arguments = arguments;
        this.isRoot = world.rank() == 0;
    }

    /** Runs to the end; returns the exit status. */
    int run() {
        Scene scene = isRoot ? sceneOrNull() : null;
        int[] size = new int[2];
        if (scene != null) {
            size[0] = scene.picture().width();
            size[1] = scene.picture().height();
        }
        world.broadcast(size, 0);
        if (size[0] == 0) {
            return Program.EXIT_USAGE;
        }
        FieldExchange exchange = new FieldExchange(world, size[0], size[1]);
        Slab slab = exchange.shareOut(scene);
        HeatSolver solver = new HeatSolver(world, size[1], slab);
        long tookNs = solve(solver);
        Picture result = exchange.gather(slab);
        return isRoot ? finish(result, solver, tookNs) : 0;
    }

    private Scene sceneOrNull() {
        try {
            Path folder = arguments.output.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(arguments.output)) {
                throw new IOException(arguments.output + ": cannot be written there");
            }
            return Scene.from(arguments);
        } catch (IOException unusable) {
            System.err.println("heat: " + unusable.getMessage());
            return null;
        }
    }

    private long solve(HeatSolver solver) {
        try (Progress progress = Progress.open(isRoot, "heat", arguments.steps)) {
            long startNs = System.nanoTime();
            solver.solve(arguments.steps, arguments.checkInterval, arguments.tolerance, progress::advanceTo);
            return System.nanoTime() - startNs;
        }
    }

    private int finish(Picture result, HeatSolver solver, long tookNs) {
        System.out.print(report(result, solver, tookNs));
        try {
            PictureFiles.writePng(result, new ColorMap(), arguments.output);
        } catch (IOException unwritable) {
            System.err.println("heat: " + arguments.output + ": cannot be written: " + unwritable.getMessage());
            return Program.EXIT_USAGE;
        }
        System.out.println("written to " + arguments.output);
        return 0;
    }

    private String report(Picture result, HeatSolver solver, long tookNs) {
        double updates = (double) solver.steps() * result.width() * result.height();
        return String.format(
                Locale.ROOT,
                "heat: %dx%d pixels, %d endpoints, %d steps in %.2f s (%.0f million updates/s), largest change %.1e%n",
                result.width(),
                result.height(),
                world.size(),
                solver.steps(),
                tookNs / 1e9,
                updates / tookNs * 1e3,
                solver.largestChange());
    }
}
