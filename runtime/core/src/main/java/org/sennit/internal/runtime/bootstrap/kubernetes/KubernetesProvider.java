package org.sennit.internal.runtime.bootstrap.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.internal.runtime.bootstrap.engine.EnginePlace;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcess;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.internal.runtime.bootstrap.engine.HostLookup;
import org.sennit.internal.runtime.bootstrap.engine.KnownMeeting;
import org.sennit.internal.runtime.bootstrap.root.RootSecret;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.BootstrapProvider;
import org.sennit.spi.context.RuntimeContext;

/**
 * Joins the pods of an Indexed Job: the completion index is the process's number, a headless Service gives the pods
 * their names, and pod 0 listens at a port that the manifest names. No operator, and no question to the cluster's API.
 */
public final class KubernetesProvider implements BootstrapProvider {
    private static final String INDEX = "JOB_COMPLETION_INDEX";
    private static final String HOST = "HOSTNAME";
    private static final String STEP = "pods";
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(5);

    private final Map<String, String> environment;
    private final EngineProcesses processes;
    private final HostLookup lookup;

    /** Made by the service loader. */
    public KubernetesProvider() {
        this(System.getenv(), EngineProcesses.OF_THIS_JVM, HostLookup.SYSTEM);
    }

    KubernetesProvider(Map<String, String> environment, EngineProcesses processes, HostLookup lookup) {
        this.environment = environment;
        this.processes = processes;
        this.lookup = lookup;
    }

    @Override
    public String name() {
        return "kubernetes";
    }

    @Override
    public int preference() {
        return 60;
    }

    @Override
    public String deaths() {
        return "Kubernetes tells the pods of none; pod 0 tells the others of a pod that has ended or is being deleted,"
            + " and failure=continue survives any pod but 0, if the Job does not fail with the pod (podFailurePolicy)";
    }

    @Override
    public String unavailableBecause(Options options) {
        if (!environment.containsKey(INDEX)) {
            return INDEX + " is not set: no pod of an Indexed Job";
        }
        if (options.value(KubernetesOptions.SERVICE).isEmpty()) {
            return "option " + KubernetesOptions.SERVICE.name() + " is not set";
        }
        return options.value(KubernetesOptions.PODS) == 1
                ? "option " + KubernetesOptions.PODS.name() + " is 1; set it to the completions of the Job"
                : null;
    }

    @Override
    public Bootstrap join(Options options, RuntimeContext context) {
        EnginePlace place =
                new EnginePlace(name(), EnginePlace.number(environment, INDEX), options.value(KubernetesOptions.PODS));
        PodRoll pods = new PodRoll(
                jobName(place.process()), options.value(KubernetesOptions.SERVICE), place.processes(), lookup, LOOK_NS);
        Bootstrap joined = null;
        boolean isMet = false;
        PodRoll.Watch watch = pods.watch(context);
        try {
            EngineProcess process = processes.of(name(), () -> meet(place, pods, options, context));
            joined = process.join(options, options.value(JobOptions.ENDPOINTS), context);
            joined.space().fence(STEP, TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS)));
            isMet = true;
            return joined;
        } catch (SennitException failed) {
            throw new SennitException(failed.errorClass(), failed.getMessage() + "; " + pods.state(), failed);
        } finally {
            watch.close();
            if (!isMet && joined != null) {
                joined.close();
            }
        }
    }

    /** Returns the name of the Job: the pods of an Indexed Job are named by the Job's name and their index. */
    private String jobName(int process) {
        String host = environment.getOrDefault(HOST, "");
        String end = "-" + process;
        if (!host.endsWith(end) || host.length() == end.length()) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "the host name '" + host + "' does not end in " + end
                            + ", the index of the pod: is this an Indexed Job?");
        }
        return host.substring(0, host.length() - end.length());
    }

    private EngineProcess meet(EnginePlace place, PodRoll pods, Options options, RuntimeContext context) {
        byte[] secret = JobProof.hmac(
                RootSecret.ofMounted(options),
                ("sennit kubernetes " + pods.nameOf(0)).getBytes(StandardCharsets.UTF_8));
        byte[] id = JobProof.hmac(secret, "id".getBytes(StandardCharsets.US_ASCII));
        List<Integer> port = List.of(options.value(KubernetesOptions.PORT));
        return new KnownMeeting(place, List.of(pods.nameOf(0)), port, false, lookup)
                .enter("k" + HexFormat.of().formatHex(id, 0, 8), 1, secret, context);
    }
}
