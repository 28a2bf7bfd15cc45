package org.sennit.internal.launch.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The job as the launcher describes it to the JVM on a host; sent over the agent's standard input, the secret included.
 *
 * @param id the job's name
 * @param processes the number of processes that the job has, on all hosts
 * @param numbers the processes that are started here, in their order
 * @param hostProcesses how many processes of the job share this host, others' included
 * @param endpoints of each of them; 0: the program decides
 * @param launcher the identity of the launcher's host
 * @param localPort of the launcher's server on the loopback address of its host
 * @param addresses where other hosts reach the launcher, to be tried in order
 * @param port of the launcher's server there
 * @param timeoutSeconds what each step of start-up may take
 * @param directory where the processes run
 * @param hasInput whether process 0 is here and gets the launcher's standard input
 * @param classPath of the processes, whole
 * @param properties system properties, NAME=VALUE
 * @param environment variables, NAME=VALUE
 * @param flags more flags of the JVMs
 * @param firstFlags more flags of the JVM of process 0
 * @param program the program's class, then its arguments
 * @param parts what the processes leave for the launcher: {@link HostFrames#TRACE_PART}, {@link
 *     HostFrames#PROFILE_PART}
 */
public record HostJob(
        String id,
        byte[] secret,
        int processes,
        List<Integer> numbers,
        int hostProcesses,
        List<Integer> endpoints,
        String launcher,
        int localPort,
        List<String> addresses,
        int port,
        int timeoutSeconds,
        String directory,
        boolean hasInput,
        String classPath,
        List<String> properties,
        List<String> environment,
        List<String> flags,
        List<String> firstFlags,
        List<String> program,
        List<String> parts) {
    /**
     * Returns the same job for a host that has joined: one launcher address, and this host's own folder and class path.
     *
     * @param knownAddress of the launcher's server
     * @param knownPort of that server
     * @param ownDirectory where the processes run
     * @param ownClassPath of the processes, whole
     */
    public HostJob at(String knownAddress, int knownPort, String ownDirectory, String ownClassPath) {
        return new HostJob(
                id,
                secret,
                processes,
                numbers,
                hostProcesses,
                endpoints,
                launcher,
                localPort,
                List.of(knownAddress),
                knownPort,
                timeoutSeconds,
                ownDirectory,
                hasInput,
                ownClassPath,
                properties,
                environment,
                flags,
                firstFlags,
                program,
                parts);
    }

    /** Returns it in bytes. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (List<String> texts : texts()) {
                out.writeInt(texts.size());
                for (String text : texts) {
                    byte[] utf = text.getBytes(StandardCharsets.UTF_8);
                    out.writeInt(utf.length);
                    out.write(utf);
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private List<List<String>> texts() {
        List<String> single = List.of(
                id,
                HexFormat.of().formatHex(secret),
                Integer.toString(processes),
                launcher,
                Integer.toString(localPort),
                Integer.toString(port),
                Integer.toString(timeoutSeconds),
                directory,
                Boolean.toString(hasInput),
                classPath,
                Integer.toString(hostProcesses));
        return List.of(
                single,
                numbers.stream().map(String::valueOf).toList(),
                endpoints.stream().map(String::valueOf).toList(),
                addresses,
                properties,
                environment,
                flags,
                firstFlags,
                program,
                parts);
    }

    /**
     * Reads it.
     *
     * @throws IOException it is malformed
     */
    public static HostJob of(byte[] bytes) throws IOException {
        List<List<String>> all = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            while (in.available() > 0) {
                List<String> texts = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    texts.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
                }
                all.add(texts);
            }
            List<String> single = all.get(0);
            return new HostJob(
                    single.get(0),
                    HexFormat.of().parseHex(single.get(1)),
                    Integer.parseInt(single.get(2)),
                    all.get(1).stream().map(Integer::valueOf).toList(),
                    Integer.parseInt(single.get(10)),
                    all.get(2).stream().map(Integer::valueOf).toList(),
                    single.get(3),
                    Integer.parseInt(single.get(4)),
                    all.get(3),
                    Integer.parseInt(single.get(5)),
                    Integer.parseInt(single.get(6)),
                    single.get(7),
                    Boolean.parseBoolean(single.get(8)),
                    single.get(9),
                    all.get(4),
                    all.get(5),
                    all.get(6),
                    all.get(7),
                    all.get(8),
                    all.get(9));
        } catch (RuntimeException malformed) {
            throw new IOException("malformed job", malformed);
        }
    }
}
