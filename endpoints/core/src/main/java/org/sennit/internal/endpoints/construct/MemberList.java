package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.endpoints.comm.ProcessState;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.group.RankMap;

/** The members of a group as numbers: describes to another process endpoints that it does not know. */
final class MemberList {
    private static final int WORDS = 6; // an address and an identity: process, incarnation, endpoint

    private MemberList() {}

    static int[] of(RankMap placement) {
        int[] words = new int[placement.size() * WORDS];
        for (int rank = 0; rank < placement.size(); rank++) {
            Peer peer = placement.peer(rank);
            write(words, rank * WORDS, peer.address());
            write(words, rank * WORDS + WORDS / 2, peer.identity());
        }
        return words;
    }

    private static void write(int[] words, int at, EndpointAddress address) {
        words[at] = address.process();
        words[at + 1] = address.incarnation();
        words[at + 2] = address.endpoint();
    }

    private static EndpointAddress read(int[] words, int at) {
        return new EndpointAddress(words[at], words[at + 1], words[at + 2]);
    }

    static List<EndpointAddress> addresses(int[] words) {
        List<EndpointAddress> addresses = new ArrayList<>();
        for (int at = 0; at < words.length; at += WORDS) {
            addresses.add(read(words, at));
        }
        return addresses;
    }

    static List<EndpointAddress> identities(int[] words) {
        List<EndpointAddress> identities = new ArrayList<>();
        for (int at = 0; at < words.length; at += WORDS) {
            identities.add(read(words, at + WORDS / 2));
        }
        return identities;
    }

    /** Returns the members as this process reaches them. */
    static List<Peer> peers(int[] words, ProcessState process) {
        List<Peer> peers = new ArrayList<>();
        for (int at = 0; at < words.length; at += WORDS) {
            peers.add(process.peer(read(words, at), read(words, at + WORDS / 2)));
        }
        return peers;
    }
}
