package org.sennit.internal.endpoints.construct;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.watch.LastMessages;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.PollDirection;

/**
 * The end of a job for one of several processes: waits until what it has sent has arrived and all others have come to
 * their end, and serves the network meanwhile, since others may need this process.
 *
 * <p>Belongs to the thread that closes the process, except {@link #takesLoss} and {@link #left}.
 */
final class JobEnd {
    private static final int POLLED = 64;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RuntimeContext context;
    private final JobHealth health;
    private final boolean isContinuing;
    private final Bootstrap bootstrap;
    private final ProcessDevice device;
    private final NetworkModule network;
    private final LastMessages last;
    private final Runnable lookAround;

    // How long a process may be gone that has learned before this one that all have come to the end. The engine's word
    // of that takes milliseconds, but on two cores where 64 JVMs end at once more than 2 s; a death it reports at once.
    private final long lateLossNs;

    // Volatile store by the thread that closes, volatile load in upcalls: a connection lost now is judged later.
    private volatile boolean isAtLastStep;

    // Set once by an upcall while this process waits for the others; cleared by the thread that waits.
    private final AtomicReference<Loss> lateLoss = new AtomicReference<>();

    // Put by the thread that reads the launcher's messages, read by the one that waits: processes that will not come to
    // their end.
    private final Map<Integer, SennitException> left = new ConcurrentHashMap<>();

    /**
     * Makes the end of a process that has others.
     *
     * @param lookAround called now and then while this process waits
     */
    JobEnd(
            JobProcess process,
            Options options,
            Bootstrap bootstrap,
            ProcessDevice device,
            NetworkModule network,
            LastMessages last,
            Runnable lookAround) {
        this.context = process.context();
        this.health = process.health();
        this.isContinuing = process.isContinuing();
        this.bootstrap = bootstrap;
        this.device = device;
        this.network = network;
        this.last = last;
        this.lookAround = lookAround;
        this.lateLossNs = TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS));
    }

    /**
     * Waits for the other processes. What endpoints have sent has arrived everywhere by then, since each process
     * announces its end after that.
     *
     * @throws SennitException PROC_ABORTED when the job has failed meanwhile, or the thread was interrupted; BOOTSTRAP
     *     when a process has not come to the end; final
     */
    void together() {
        last.ask();
        serveUntil(last::haveArrived);
        health.check();
        isAtLastStep = true;
        device.deaths().leave();
        LastStep step = new LastStep(Thread.currentThread());
        context.start(context.newThread("sennit-departure", false, step));
        serveUntil(() -> step.isOver);
        refuseArrivals(); // the last ones are there
        health.check();
        if (step.failure != null) {
            throw step.failure;
        }
    }

    /** Serves the network until something has come to pass, or the job has failed. */
    private void serveUntil(BooleanSupplier hasCome) {
        while (!hasCome.getAsBoolean() && health.failure() == null) {
            if (Thread.currentThread().isInterrupted()) {
                health.fail("the thread that runs the job", new InterruptedException("while the job ended"));
                return;
            }
            last.advance();
            left.forEach(this::doWithout);
            refuseArrivals();
            lookAround.run();
            judgeLateLoss();
            if (network.poll(PollDirection.OUT_FIRST, POLLED) == 0) {
                network.await(() -> last.hasNews() || hasCome.getAsBoolean() || health.failure() != null, LOOK_NS);
            }
        }
    }

    /**
     * Notes that another process has left the job, and will not come to its end. It matters to this one at its own end
     * only: what its programs wait for is lost with the connection, whose loss says why. Any thread.
     */
    void left(int process, SennitException cause) {
        left.put(process, cause);
    }

    private void doWithout(int process, SennitException cause) {
        if (isContinuing) {
            last.forget(process);
        } else {
            health.fail("process " + process, cause);
        }
    }

    private void refuseArrivals() {
        device.refuseArrivals();
        device.refuseForGone();
    }

    /**
     * Takes the loss of a process at the last step. The lost one may have learned before this one that all have come
     * there, and have gone: what is sent to it late, memory that goes home, cannot arrive. That is no death, as the end
     * of the wait soon shows. In an upcall.
     *
     * @return false when this process is not at the last step
     */
    boolean takesLoss(int process, Throwable cause) {
        if (isAtLastStep) {
            lateLoss.compareAndSet(null, new Loss(process, cause, context.nanoTime()));
        }
        return isAtLastStep;
    }

    private void judgeLateLoss() {
        Loss loss = lateLoss.get();
        if (loss == null || context.nanoTime() - loss.sinceNs() < lateLossNs) {
            return;
        }
        lateLoss.set(null);
        if (isContinuing) {
            bootstrap.reportLost(loss.process(), String.valueOf(loss.cause().getMessage()));
        } else {
            health.fail("the connection to process " + loss.process(), loss.cause());
        }
    }

    /** A connection that was lost at the last step. */
    private record Loss(int process, Throwable cause, long sinceNs) {}

    /** Waits at the last fence, on a thread of its own. */
    private final class LastStep implements Runnable {
        private final Thread waiter;

        // Volatile store by the fence's thread, volatile load by the one that waits; publishes failure too.
        private volatile boolean isOver;
        private RuntimeException failure;

        LastStep(Thread waiter) {
            this.waiter = waiter;
        }

        @Override
        public void run() {
            KeyValueSpace space = bootstrap.space();
            try {
                if (isContinuing) {
                    space.fenceOfSurvivors(KeyValueSpace.LAST_STEP, Long.MAX_VALUE);
                } else {
                    space.fence(KeyValueSpace.LAST_STEP, Long.MAX_VALUE);
                }
            } catch (RuntimeException e) {
                failure = e;
            } finally {
                isOver = true;
                network.wake(waiter);
            }
        }
    }
}
