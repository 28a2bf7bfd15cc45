package org.sennit.internal.runtime.bootstrap.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.internal.runtime.bootstrap.root.MeetingServer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;

/**
 * Lets processes that an engine has started find each other by the engine's key-value space: each puts its host and a
 * public key; process 0 opens the key-value server of the job, and puts where it is and, sealed for each of them, the
 * secret. Where the user has given a secret, that one counts and none is sent.
 *
 * <p>Threads: one.
 */
public final class EngineMeeting {
    private static final String GIVEN = "given";
    private static final int SECRET_BYTES = 32;
    private static final int MEMBER_WORDS = 3;

    private final EnginePlace place;
    private final KeyValueSpace space;
    private final byte[] given; // null: to be exchanged
    private final String host;
    private final long timeoutNs;
    private final KeyExchange keys = new KeyExchange();
    private int[] nodes; // null: unknown

    /**
     * Prepares a meeting.
     *
     * @param space the engine's, for values of any length
     * @param given the secret that the user has given, else null
     * @param host what this process's host is known by, without blanks
     * @param timeoutNs for each step
     */
    public EngineMeeting(EnginePlace place, KeyValueSpace space, byte[] given, String host, long timeoutNs) {
        this.place = place;
        this.space = space;
        this.given = given == null ? null : given.clone();
        this.host = host;
        this.timeoutNs = timeoutNs;
    }

    /**
     * Says on which node the engine has started each process. Those of a node share its processors even where they know
     * the node by different names, as in containers.
     *
     * @param ofProcesses null: the engine does not say
     */
    public void nodes(int[] ofProcesses) {
        nodes = ofProcesses == null ? null : ofProcesses.clone();
    }

    /**
     * Meets the others. Blocks for the time of two steps at most.
     *
     * @param control what the process reports to the engine later
     * @param context clock and threads of the server
     * @throws SennitException BOOTSTRAP: the engine fails, or the processes disagree on the secret; do not retry
     */
    public EngineProcess meet(EngineControl control, RuntimeContext context) {
        space.put("member." + place.process(), host + " " + keys.publicText() + " " + (given == null ? "none" : GIVEN));
        space.fence("join", timeoutNs);
        MeetingServer server = null;
        boolean isMet = false;
        try {
            byte[] secret = null;
            if (place.process() == 0) {
                secret = new byte[SECRET_BYTES];
                server = open(secret, context);
            }
            space.fence("meet", timeoutNs);
            EngineProcess process = enter(secret, server, control);
            isMet = true;
            return process;
        } finally {
            if (!isMet && server != null) {
                server.close();
            }
        }
    }

    /** Chooses the secret, opens the server, and notifies the others; in process 0. */
    private MeetingServer open(byte[] secret, RuntimeContext context) {
        List<String[]> members = IntStream.range(0, place.processes())
                .mapToObj(p -> words(space.get("member." + p), MEMBER_WORDS))
                .toList();
        String jobId = "j" + Entropy.hex(8);
        boolean isLocal = members.stream().allMatch(member -> member[0].equals(host));
        byte[] fresh = given == null ? Entropy.bytes(SECRET_BYTES) : derived(jobId);
        System.arraycopy(fresh, 0, secret, 0, SECRET_BYTES);
        MeetingServer server;
        try {
            InetAddress address = isLocal ? InetAddress.getLoopbackAddress() : new InetSocketAddress(0).getAddress();
            server = new MeetingServer(new InetSocketAddress(address, 0), null, place.processes(), secret, context);
        } catch (IOException cannot) {
            throw failure("process 0 can open no port: " + cannot, cannot);
        }
        List<String> alone = new ArrayList<>();
        for (int p = 0; p < members.size(); p++) {
            String[] member = members.get(p);
            long onHost = onHostOf(p, members);
            boolean hasGiven = member[2].equals(GIVEN);
            if (hasGiven != (given != null)) {
                alone.add(Integer.toString(p));
            }
            String sealed = given == null ? keys.seal(secret, member[1], jobId + "." + p) : GIVEN;
            space.put("for." + p, onHost + " " + sealed);
        }
        String addresses = isLocal ? "-" : HostAddresses.text(HostAddresses.own());
        space.put(
                "root",
                jobId + " " + host + " " + keys.publicText() + " "
                        + server.address().getPort() + " "
                        + (addresses.isEmpty() ? "-" : addresses) + " "
                        + (alone.isEmpty() ? "-" : String.join(",", alone)));
        return server;
    }

    private long onHostOf(int process, List<String[]> members) {
        return IntStream.range(0, members.size())
                .filter(p -> members.get(p)[0].equals(members.get(process)[0])
                        || nodes != null && nodes[p] == nodes[process])
                .count();
    }

    private EngineProcess enter(byte[] own, MeetingServer server, EngineControl control) {
        String[] root = words(space.get("root"), 6);
        if (!root[5].equals("-")) {
            throw failure(
                    "a secret was given to some processes and not to others: processes " + root[5]
                            + " differ from process 0; give bootstrap.secret.file to all or to none",
                    null);
        }
        String[] mine = words(space.get("for." + place.process()), 2);
        byte[] secret = own;
        if (secret == null) {
            secret = given == null ? keys.open(mine[1], root[2], root[0] + "." + place.process()) : derived(root[0]);
        }
        int port = Integer.parseInt(root[3]);
        boolean isSameHost = root[1].equals(host);
        List<InetSocketAddress> addresses = new ArrayList<>();
        if (isSameHost) {
            addresses.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } else if (!root[4].equals("-")) {
            addresses.addAll(HostAddresses.parse(root[4], port));
        }
        if (addresses.isEmpty()) {
            throw failure(
                    "process 0 is on another host and has no address but loopback: process=" + place.process(), null);
        }
        String where = isSameHost ? "at loopback port " + port : "at port " + port + " of " + root[4];
        return new EngineProcess(
                place,
                root[0],
                Integer.parseInt(mine[0]),
                secret,
                new CandidateLocation(addresses, where, addresses.size() > 1, HostLookup.SYSTEM),
                server,
                control);
    }

    /** Returns the secret of one job, derived from one that may serve many jobs. */
    private byte[] derived(String jobId) {
        return JobProof.hmac(given, ("sennit job " + jobId).getBytes(StandardCharsets.UTF_8));
    }

    private String[] words(String text, int count) {
        String[] words = text.split(" ");
        if (words.length != count) {
            throw failure(
                    "malformed value in the key-value space of " + place.engine() + ": words=" + words.length, null);
        }
        return words;
    }

    private static SennitException failure(String what, Throwable cause) {
        return new SennitException(ErrorClass.BOOTSTRAP, what, cause);
    }
}
