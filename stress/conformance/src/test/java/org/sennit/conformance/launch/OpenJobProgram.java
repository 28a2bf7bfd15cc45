package org.sennit.conformance.launch;

import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.config.Options;

/** Opens jobs, in which a number goes round all ranks; the last of them is aborted with a status if one is given. */
final class OpenJobProgram {
    private OpenJobProgram() {}

    public static void main(String[] args) throws InterruptedException {
        Options options = Options.fromEnvironment();
        for (int round = 0; round < 2; round++) {
            goRound(options);
        }
        if (args.length == 1) {
            try (Job job = Job.open(1, options)) {
                Communicator world = job.endpoint(0).world();
                if (world.rank() == 0) {
                    world.abort(Integer.parseInt(args[0]), new IllegalStateException("on purpose"));
                }
                world.receive(new byte[1], 0, 1); // ends with the job
            }
        }
    }

    private static void goRound(Options options) throws InterruptedException {
        try (Job job = Job.open(1, options)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 1; i < job.size(); i++) {
                int index = i;
                threads.add(Thread.ofPlatform().start(() -> {
                    passOn(job.endpoint(index).world());
                    job.end(index);
                }));
            }
            passOn(job.endpoint(0).world());
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void passOn(Communicator world) {
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        int[] number = {1};
        if (world.rank() == 0) {
            world.send(number, next, 7);
        }
        world.receive(number, before, 7);
        if (world.rank() == 0) {
            System.out.println("went round: " + number[0]);
        } else {
            number[0]++;
            world.send(number, next, 7);
        }
    }
}
