package org.sennit.internal.runtime.bootstrap.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sennit.internal.runtime.bootstrap.ChannelSeal;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.GreetingInput;
import org.sennit.internal.runtime.bootstrap.JobProof;
import org.sennit.internal.runtime.bootstrap.KeepAlive;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.LauncherWord;
import org.sennit.spi.context.RuntimeContext;

/**
 * One connection of the server: mutual proof of the secret, then the role that the process has claimed.
 *
 * <p>Threads: {@link #serve} has one of its own; the connection that completes a fence writes the answers to it.
 */
final class ServerConnection {
    private final KeyValueServer server;
    private final Socket socket;
    private final byte[] secret;
    private final ServerEvents events;
    private final long greetingNs;
    private final RuntimeContext context;
    private final ChannelSeal seal; // null on the loopback address

    // Set once by serve(), before a role is served and before other connections reach this one.
    private InputStream in;
    private OutputStream out; // guarded by this
    private int process;
    private int session;

    ServerConnection(
            KeyValueServer server,
            Socket socket,
            byte[] secret,
            ServerEvents events,
            long greetingNs,
            boolean isSealed,
            RuntimeContext context) {
        this.server = server;
        this.socket = socket;
        this.secret = secret;
        this.events = events;
        this.greetingNs = greetingNs;
        this.context = context;
        this.seal = isSealed ? ChannelSeal.fresh() : null;
    }

    void serve() throws IOException {
        socket.setTcpNoDelay(true);
        GreetingInput greeting = new GreetingInput(socket, greetingNs, context);
        in = new BufferedInputStream(greeting, 1024);
        out = socket.getOutputStream();
        String ours = seal == null ? Entropy.hex(16) : seal.publicKey();
        send(LauncherProtocol.NAME, LauncherProtocol.VERSION, ours);
        String[] hello = LauncherProtocol.read(in, LauncherProtocol.MAX_GREETING_BYTES);
        if (hello == null || hello.length != 5 || !hello[0].equals(LauncherWord.HELLO)) {
            return;
        }
        String role = hello[1];
        String theirs = hello[3];
        if (!JobProof.isSame(JobProof.of(secret, "process", ours, theirs, role, hello[2]), hello[4])) {
            send(LauncherWord.REFUSED, "wrong secret");
            return;
        }
        process = Integer.parseInt(hello[2]);
        if (process < 0 || process >= server.processes()) {
            send(LauncherWord.REFUSED, "the job has " + server.processes() + " processes");
            return;
        }
        boolean isJoining = role.startsWith(LauncherProtocol.JOIN);
        if (isJoining && (seal == null || !events.takesHosts())) {
            send(LauncherWord.REFUSED, "no process of this job is started by hand");
            return;
        }
        if (!server.admit(socket, isJoining ? KeyValueServer.NO_PROCESS : process)) {
            return;
        }
        greeting.endGreeting();
        KeepAlive.on(socket); // a host that vanishes sends no end, and others wait for it in their last fence
        if (isJoining) {
            welcome(ours, theirs, "0");
            serveJoined(role.substring(LauncherProtocol.JOIN.length()).split(":"));
            return;
        }
        if (role.equals(LauncherProtocol.HOST)) {
            welcome(ours, theirs, "0");
            serveHost();
            return;
        }
        server.connected(process);
        try {
            if (role.startsWith(LauncherProtocol.SPACE)) {
                serveSpace(ours, theirs, role.substring(LauncherProtocol.SPACE.length()));
            } else {
                welcome(ours, theirs, "0");
                serveWatch();
            }
        } finally {
            server.disconnected(process);
        }
    }

    /** Accepts the process's proof; over a network everything that follows is encrypted. */
    private synchronized void welcome(String ours, String theirs, String session) throws IOException {
        send(LauncherWord.WELCOME, session, JobProof.of(secret, "launcher", ours, theirs, session));
        if (seal != null) {
            ChannelSeal.Keys keys = seal.agree(secret, theirs, true);
            in = keys.open(in);
            out = keys.seal(out);
        }
    }

    private void serveJoined(String[] words) throws IOException {
        if (words.length == 2) {
            String address = socket.getInetAddress().getHostAddress();
            events.joined(Integer.parseInt(words[0]), words[1], address, in, out);
        }
    }

    private void serveHost() {
        try {
            while (next() != null) {
                // Hosts send nothing here.
            }
        } catch (IOException cutOff) {
            // As its end.
        } finally {
            events.hostLeft(process);
        }
    }

    private void serveWatch() throws IOException {
        for (String[] words = next(); words != null; words = next()) {
            if (words.length == 2 && words[0].equals(LauncherWord.UNCAUGHT)) {
                events.uncaught(process, words[1]);
                send(LauncherWord.TAKEN);
            }
        }
    }

    private void serveSpace(String ours, String theirs, String name) throws IOException {
        session = server.enter(process, name);
        if (session == KeyValueServer.BEEN_HERE) {
            return; // the process retries, and finds the server of its next job
        }
        if (session == KeyValueServer.OTHER_JOB) {
            send(
                    LauncherWord.REFUSED,
                    "this is the key-value server of a job of another name: each of several jobs at the same time needs"
                            + " an address of its own");
            return;
        }
        if (session == KeyValueServer.INSIDE_ALREADY && server.isForOneJob()) {
            send(
                    LauncherWord.REFUSED,
                    "another process " + process + " is in the job already: each process needs a number of its own");
            return;
        }
        if (session == KeyValueServer.INSIDE_ALREADY) {
            String why = "it is in a job " + (name.isEmpty() ? "without a name" : "of the name " + name)
                    + " already, and the processes could take one for the other: jobs at the same time need different"
                    + " names, the same in all processes (option job.name, or Job.run with a name)";
            send(LauncherWord.REFUSED, why);
            events.aborted(process, 1, "process " + process + " may not begin a job: " + why);
            return;
        }
        boolean isDone = false;
        try {
            synchronized (this) { // it receives news from now on, but behind the welcome
                server.audience().add(this);
                welcome(ours, theirs, Integer.toString(session));
            }
            for (String[] words = next(); words != null && !isDone; words = isDone ? null : next()) {
                switch (words[0]) {
                    case LauncherWord.BYE -> isDone = true;
                    case LauncherWord.ENDPOINTS -> server.announceEndpoints(process, Integer.parseInt(words[1]));
                    case LauncherWord.LOST -> events.lost(process, Integer.parseInt(words[1]), words[2]);
                    case LauncherWord.FAILED ->
                        server.tellFailed(process, session, Integer.parseInt(words[1]), numbers(words[2]), words[3]);
                    case LauncherWord.ABORT -> {
                        events.aborted(process, Integer.parseInt(words[1]), words[2]);
                        sendIfThere(LauncherWord.TAKEN);
                    }
                    default -> answer(words);
                }
            }
        } finally {
            server.audience().remove(this);
            if (isDone) {
                server.leave(process, session);
                sendIfThere(LauncherWord.BYE);
            } else {
                server.lost(process, session);
            }
        }
    }

    private static Set<Integer> numbers(String words) {
        return Arrays.stream(words.split(","))
                .filter(word -> !word.isEmpty())
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    /** Sends the process a notice. */
    void tell(String... words) {
        sendIfThere(words);
    }

    int process() {
        return process;
    }

    /** Returns the session of the connection. */
    int session() {
        return session;
    }

    private void answer(String[] words) throws IOException {
        String number = words[0];
        switch (words.length < 2 ? "" : words[1]) {
            case LauncherWord.PUT -> {
                server.put(session, words[2], words[3]);
                send(number, LauncherWord.OK);
            }
            case LauncherWord.GET -> {
                List<String> values = server.get(session, Arrays.asList(words).subList(2, words.length));
                if (values.isEmpty()) {
                    send(number, LauncherWord.ABSENT, words[2]);
                } else {
                    List<String> answer = new ArrayList<>(LauncherProtocol.asManyAsFit(values));
                    answer.addAll(0, List.of(number, LauncherWord.VALUE));
                    send(answer.toArray(new String[0]));
                }
            }
            case LauncherWord.FENCE, LauncherWord.SURVIVORS ->
                server.fence(session, process, words[2], words[1].equals(LauncherWord.SURVIVORS), failure -> {
                    if (failure == null) {
                        sendIfThere(number, LauncherWord.OK);
                    } else {
                        sendIfThere(number, LauncherWord.FAILED, failure);
                    }
                });
            case LauncherWord.MISSING -> send(number, LauncherWord.VALUE, missing(words[2], words[3]));
            default -> throw new IOException("unknown request");
        }
    }

    /** Reports the processes that have not reached a step to the launcher, and returns them. */
    private String missing(String step, String seconds) {
        BitSet missing = server.missing(session, process);
        if (missing.isEmpty()) {
            return "none";
        }
        String why = "has not come to step " + step + ", at which " + server.nameOf(process) + " has waited for "
                + seconds + " s";
        missing.stream().forEach(late -> events.late(late, why));
        return missing.stream().mapToObj(server::nameOf).collect(Collectors.joining(", ")) + " of " + server.processes()
                + " processes";
    }

    private String[] next() throws IOException {
        return LauncherProtocol.read(in, LauncherProtocol.MAX_LINE_BYTES);
    }

    private void sendIfThere(String... words) {
        try {
            send(words);
        } catch (IOException gone) {
            // The waiting process has died meanwhile, which its own connection reports.
        }
    }

    private synchronized void send(String... words) throws IOException {
        out.write(LauncherProtocol.line(words));
    }
}
