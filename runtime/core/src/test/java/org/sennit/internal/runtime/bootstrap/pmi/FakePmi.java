package org.sennit.internal.runtime.bootstrap.pmi;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BinaryOperator;

/** A process manager that speaks PMI-1 on a port, as strict as Hydra about what a line may be. */
final class FakePmi implements Closeable {
    static final String SPACE = "kvs_test_0";

    /** Answer of a fault that closes the connection. */
    static final String CLOSE = "(close)";

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int size;
    private final BinaryOperator<String> fault; // line, answer: what is sent in its place
    private final List<Socket> sockets = new ArrayList<>(); // guarded by this
    private final List<Client> waiting = new ArrayList<>(); // at the barrier; guarded by this

    final Map<String, String> values = new ConcurrentHashMap<>();
    final BlockingQueue<String> ends = new LinkedBlockingQueue<>(); // finalize and abort lines

    FakePmi(int size) throws IOException {
        this(size, (line, answer) -> answer);
    }

    FakePmi(int size, BinaryOperator<String> fault) throws IOException {
        this.size = size;
        this.fault = fault;
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                synchronized (this) {
                    sockets.add(socket);
                }
                Thread.ofVirtual().start(new Client(socket)::serve);
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private synchronized void barrier(Client client) {
        waiting.add(client);
        if (waiting.size() == size) {
            waiting.forEach(each -> each.send("cmd=barrier_out"));
            waiting.clear();
        }
    }

    private final class Client {
        private final Socket socket;

        Client(Socket socket) {
            this.socket = socket;
        }

        void serve() {
            try (BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    String answer = fault.apply(line, line.length() >= 1024 ? CLOSE : answer(line));
                    if (CLOSE.equals(answer)) {
                        socket.close();
                        return;
                    }
                    if (answer != null) {
                        send(answer);
                    }
                }
            } catch (IOException | UncheckedIOException closed) {
                // The test is over.
            }
        }

        private void send(String text) {
            try {
                OutputStream out = socket.getOutputStream();
                out.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }

        private String answer(String line) {
            Map<String, String> words = new ConcurrentHashMap<>();
            for (String word : line.split(" ")) {
                words.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
            return switch (words.get("cmd")) {
                case "initack" ->
                    "cmd=initack\ncmd=set size=" + size + "\ncmd=set rank=" + words.get("pmiid") + "\ncmd=set debug=0";
                case "init" -> "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0";
                case "get_maxes" -> "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024";
                case "get_my_kvsname" -> "cmd=my_kvsname kvsname=" + SPACE;
                case "put" -> {
                    values.put(words.get("key"), words.get("value"));
                    yield "rc=0 cmd=put_result"; // in Slurm's order
                }
                case "get" -> {
                    String value = values.get(words.get("key"));
                    yield value == null
                            ? "cmd=get_result rc=-1 msg=key_not_found"
                            : "cmd=get_result rc=0 msg=success value=" + value;
                }
                case "barrier_in" -> {
                    barrier(this);
                    yield null;
                }
                case "finalize" -> {
                    ends.add(line);
                    yield "cmd=finalize_ack";
                }
                case "abort" -> {
                    ends.add(line);
                    yield null;
                }
                default -> "cmd=unknown rc=-1";
            };
        }
    }
}
