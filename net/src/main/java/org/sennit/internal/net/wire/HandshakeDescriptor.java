package org.sennit.internal.net.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The bodies of the handshake frames, little endian. The side that connects is the initiator.
 *
 * <pre>
 * HELLO (initiator)                    CHALLENGE (acceptor)
 *  0  magic                   8         0  magic                8
 *  8  protocol version        4         8  protocol version     4
 * 12  initiator's process     4        12  acceptor's process   4
 * 16  initiator's incarnation 4        16  its incarnation      4
 * 20  acceptor's process      4        20  reserved (0)         4
 *     (-1: any process)                24  acceptor's nonce    32
 * 24  its incarnation         4        56  acceptor's proof    32
 * 28  generation              4
 * 32  attempt                 8        PROOF (initiator)
 * 40  received                8         0  initiator's proof   32
 *     (-1: no session yet)
 * 48  initiator's nonce      32        ACCEPT (acceptor)
 * 80  length of the job id    4         0  generation           4
 * 84  job id, UTF-8      .. 256         4  reserved (0)         4
 *                                       8  acceptor's attempts  8
 *                                      16  received             8
 * </pre>
 *
 * <p>Processes are given by the {@link LaneNumber} of the lane, which for the first lane is the process's own number. A
 * generation counts the sessions that two lanes have had with each other. "Received" is the highest sequence that this
 * side has received in the session: what is behind it is sent again. Attempts are counted by each lane over all of its
 * peers: one that is not above the number that the peer sent last has been given up.
 *
 * <p>A proof is the HMAC-SHA256 with the job's secret of the role's name, the body of HELLO, and the body
 * of CHALLENGE up to its proof.
 */
public final class HandshakeDescriptor {
    /** The first bytes of HELLO and CHALLENGE. */
    public static final long MAGIC = 0x0a0d_74_69_6e_6e_65_53L; // "Sennit" and a line end

    /** The version of the protocol. */
    public static final int PROTOCOL_VERSION = 2;

    /** Bytes of a nonce. */
    public static final int NONCE_LENGTH = 32;

    /** Bytes of a proof. */
    public static final int PROOF_LENGTH = 32;

    /** The longest job id, in UTF-8 bytes. */
    public static final int MAX_JOB_ID_LENGTH = 256;

    /** Bytes of CHALLENGE. */
    public static final int CHALLENGE_LENGTH = 88;

    /** Bytes of CHALLENGE that a proof covers. */
    public static final int CHALLENGE_PROVED_LENGTH = 56;

    static final int REFUSED_LENGTH = 8;

    private static final int ACCEPT_LENGTH = 24;
    private static final int HELLO_FIXED_LENGTH = 84;

    // HELLO and CHALLENGE
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int PROCESS_OFFSET = 12;
    private static final int INCARNATION_OFFSET = 16;

    // HELLO
    private static final int TARGET_PROCESS_OFFSET = 20;
    private static final int TARGET_INCARNATION_OFFSET = 24;
    private static final int GENERATION_OFFSET = 28;
    private static final int ATTEMPT_OFFSET = 32;
    private static final int RECEIVED_OFFSET = 40;
    private static final int JOB_ID_LENGTH_OFFSET = 80;

    // ACCEPT
    private static final int ACCEPTED_GENERATION_OFFSET = 0;
    private static final int ACCEPTED_ATTEMPTS_OFFSET = 8;
    private static final int ACCEPTED_RECEIVED_OFFSET = 16;

    private static final int REASON_OFFSET = 0; // of REFUSED

    private HandshakeDescriptor() {}

    /**
     * The fields of HELLO.
     *
     * @param process the initiator
     * @param incarnation the initiator's incarnation
     * @param targetProcess the wanted process; negative: any
     * @param targetIncarnation which incarnation it wants
     * @param generation the number of the session between the two
     * @param attempt the number of the initiator's attempt
     * @param received the last sequence that it has received in the session; negative when the
     *     session has not begun for it
     */
    public record Hello(
            int process,
            int incarnation,
            int targetProcess,
            int targetIncarnation,
            int generation,
            long attempt,
            long received,
            String jobId) {
        /**
         * Returns whether the session has had a socket already, as far as the initiator knows.
         *
         * @return true when this is another socket for it
         */
        public boolean isEstablished() {
            return received >= 0;
        }
    }

    /**
     * The fields of ACCEPT.
     *
     * @param generation the number of the session
     * @param attempts the number of the acceptor's last attempt to connect to any process
     * @param received the last sequence that it has received in the session
     */
    public record Accept(int generation, long attempts, long received) {}

    /**
     * Makes the body of HELLO.
     *
     * @param hello what to say
     * @param nonce {@value #NONCE_LENGTH} random bytes
     */
    public static byte[] hello(Hello hello, byte[] nonce) {
        byte[] jobId = hello.jobId().getBytes(StandardCharsets.UTF_8);
        return allocate(HELLO_FIXED_LENGTH + jobId.length)
                .putLong(MAGIC)
                .putInt(PROTOCOL_VERSION)
                .putInt(hello.process())
                .putInt(hello.incarnation())
                .putInt(hello.targetProcess())
                .putInt(hello.targetIncarnation())
                .putInt(hello.generation())
                .putLong(hello.attempt())
                .putLong(hello.received())
                .put(nonce)
                .putInt(jobId.length)
                .put(jobId)
                .array();
    }

    /**
     * Reads HELLO.
     *
     * @param body little endian
     * @return what it says; null when it is not a HELLO of this protocol
     */
    public static Hello readHello(ByteBuffer body) {
        int length = body.remaining();
        if (length < HELLO_FIXED_LENGTH || !isOfThisProtocol(body)) {
            return null;
        }
        int jobIdLength = body.getInt(JOB_ID_LENGTH_OFFSET);
        if (jobIdLength < 0 || jobIdLength > MAX_JOB_ID_LENGTH || jobIdLength != length - HELLO_FIXED_LENGTH) {
            return null;
        }
        byte[] jobId = new byte[jobIdLength];
        body.get(HELLO_FIXED_LENGTH, jobId);
        return new Hello(
                body.getInt(PROCESS_OFFSET),
                body.getInt(INCARNATION_OFFSET),
                body.getInt(TARGET_PROCESS_OFFSET),
                body.getInt(TARGET_INCARNATION_OFFSET),
                body.getInt(GENERATION_OFFSET),
                body.getLong(ATTEMPT_OFFSET),
                body.getLong(RECEIVED_OFFSET),
                new String(jobId, StandardCharsets.UTF_8));
    }

    /**
     * Makes the body of CHALLENGE, still without its proof.
     *
     * @param process the acceptor
     * @param nonce {@value #NONCE_LENGTH} random bytes
     * @return the body, its last {@value #PROOF_LENGTH} bytes zero
     */
    public static byte[] challenge(int process, int incarnation, byte[] nonce) {
        return allocate(CHALLENGE_LENGTH)
                .putLong(MAGIC)
                .putInt(PROTOCOL_VERSION)
                .putInt(process)
                .putInt(incarnation)
                .putInt(0)
                .put(nonce)
                .array();
    }

    /**
     * Returns whether this is a CHALLENGE of this protocol.
     *
     * @param body little endian
     */
    public static boolean isChallenge(ByteBuffer body) {
        return body.remaining() == CHALLENGE_LENGTH && isOfThisProtocol(body);
    }

    private static boolean isOfThisProtocol(ByteBuffer body) {
        return body.getLong(MAGIC_OFFSET) == MAGIC && body.getInt(VERSION_OFFSET) == PROTOCOL_VERSION;
    }

    /**
     * Reads the acceptor's process.
     *
     * @param challenge little endian
     */
    public static int challengeProcess(ByteBuffer challenge) {
        return challenge.getInt(PROCESS_OFFSET);
    }

    /**
     * Reads the acceptor's incarnation.
     *
     * @param challenge little endian
     */
    public static int challengeIncarnation(ByteBuffer challenge) {
        return challenge.getInt(INCARNATION_OFFSET);
    }

    /**
     * Makes the body of ACCEPT.
     *
     * @param accept what to say
     */
    public static byte[] accept(Accept accept) {
        return allocate(ACCEPT_LENGTH)
                .putInt(accept.generation())
                .putInt(0)
                .putLong(accept.attempts())
                .putLong(accept.received())
                .array();
    }

    /**
     * Reads ACCEPT.
     *
     * @param body little endian
     * @return what it says; null when it is not an ACCEPT of this protocol
     */
    public static Accept readAccept(ByteBuffer body) {
        return body.remaining() == ACCEPT_LENGTH && body.getLong(ACCEPTED_RECEIVED_OFFSET) >= 0
                ? new Accept(
                        body.getInt(ACCEPTED_GENERATION_OFFSET),
                        body.getLong(ACCEPTED_ATTEMPTS_OFFSET),
                        body.getLong(ACCEPTED_RECEIVED_OFFSET))
                : null;
    }

    /**
     * Makes the body of GONE.
     *
     * @param generation the number of the next session
     */
    public static byte[] gone(int generation) {
        return allocate(4).putInt(generation).array();
    }

    /**
     * Makes the body of REFUSED.
     *
     * @param reason why
     * @param detail a number that belongs to it; 0 for none
     */
    public static byte[] refused(RefusalReason reason, int detail) {
        return allocate(REFUSED_LENGTH).putInt(reason.code()).putInt(detail).array();
    }

    /**
     * Reads REFUSED.
     *
     * @param body little endian
     * @return the reason; null when it is none of this protocol
     */
    public static RefusalReason readRefused(ByteBuffer body) {
        return body.remaining() == REFUSED_LENGTH ? RefusalReason.of(body.getInt(REASON_OFFSET)) : null;
    }

    private static ByteBuffer allocate(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
