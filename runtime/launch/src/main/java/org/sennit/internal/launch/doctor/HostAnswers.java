package org.sennit.internal.launch.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;

/**
 * The checks on one host, asked by lines of standard input and answered on standard output; each answer begins with
 * {@link #MARK}, since an agent may print lines of its own. Ends at the end of the input. One thread.
 */
final class HostAnswers {
    static final String MARK = "sennit-doctor ";

    /** Between the addresses of a name. */
    static final String SEPARATOR = "; ";

    private static final long NS_PER_MICRO = 1_000;

    private final BufferedReader in;
    private final PrintStream out;

    HostAnswers(InputStream in, PrintStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    /** Returns the question that sets an option here for what follows. */
    static String set(String option, String value) {
        return "set " + option + " " + HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the check's token, then questions. */
    void serve() throws IOException {
        String first = in.readLine();
        if (first == null) {
            return;
        }
        byte[] word = HexFormat.of().parseHex(first);
        try (EchoServer echo = new EchoServer(word)) {
            answer(Integer.toString(echo.port()));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "set" -> {
                        String text = new String(HexFormat.of().parseHex(words[2]), StandardCharsets.UTF_8);
                        System.setProperty(Options.propertyName(words[1]), text);
                        answer("");
                    }
                    case "findings" -> {
                        LocalChecks.all(Options.fromEnvironment()).forEach(finding -> answer(finding.line()));
                        answer("");
                    }
                    case "addresses" -> answer(String.join(" ", NameCheck.ownAddresses()));
                    case "clock" -> answer(Long.toString(wallMicros()));
                    case "resolve" -> answer(resolve(words[1]));
                    case "connect" -> answer(PathProbe.probe(words[1], Integer.parseInt(words[2]), word));
                    default -> answer("");
                }
            }
        }
    }

    private void answer(String text) {
        out.println(MARK + text);
        out.flush();
    }

    /** Returns the addresses of a name, each with the name that it leads back to; empty: none. */
    private static String resolve(String name) {
        List<String> addresses = new ArrayList<>();
        try {
            for (InetAddress address : InetAddress.getAllByName(name)) {
                addresses.add(NameCheck.digits(address) + "=" + NameCheck.back(address));
            }
        } catch (UnknownHostException unknown) {
            return "";
        }
        return String.join(SEPARATOR, addresses);
    }

    static long wallMicros() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / NS_PER_MICRO;
    }
}
