package org.sennit.internal.launch.doctor;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Checks that names lead to addresses, and addresses back to names. Blocks as long as the name service takes. */
final class NameCheck {
    private static final long SLOW_NS = TimeUnit.SECONDS.toNanos(2);

    private NameCheck() {}

    /** Checks the name of this host, both ways. */
    static Finding ofThisHost() {
        long start = System.nanoTime();
        InetAddress self;
        try {
            self = InetAddress.getLocalHost();
        } catch (UnknownHostException unknown) {
            return Finding.toDo(
                    "host name",
                    "this host does not know its own name: " + unknown.getMessage(),
                    "add it to /etc/hosts or to the name service");
        }
        String name = self.getHostName();
        List<String> addresses = new ArrayList<>();
        boolean isOuter = false;
        boolean isOurs = false;
        try {
            for (InetAddress address : InetAddress.getAllByName(name)) {
                addresses.add(digits(address) + " (" + back(address) + ")");
                isOuter |= !address.isLoopbackAddress();
                isOurs |= address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
            }
        } catch (UnknownHostException | SocketException unknown) {
            addresses.add("none");
        }
        String found = name + " is " + String.join(", ", addresses);
        if (!isOurs) {
            return Finding.toDo(
                    "host name", found + ", which no interface here has", "correct /etc/hosts or the name service");
        }
        if (System.nanoTime() - start > SLOW_NS) {
            return Finding.toDo(
                    "host name",
                    found + ", which took more than 2 s to find out",
                    "see whether the name servers answer");
        }
        return Finding.fine("host name", isOuter ? found : found + ", which must not be given to other hosts");
    }

    /** Returns the addresses on which other hosts may reach this one. */
    static List<String> ownAddresses() {
        List<String> addresses = new ArrayList<>();
        try {
            for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
                if (network.isUp()) {
                    network.inetAddresses()
                            .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                            .forEach(address -> addresses.add(digits(address)));
                }
            }
        } catch (SocketException cannotLook) {
            // as if there were none
        }
        return addresses;
    }

    /** Returns an address as text, without the interface that stands behind a link-local one. */
    static String digits(InetAddress address) {
        return address.getHostAddress().replaceAll("%.*", "");
    }

    /** Returns the name to which an address leads back, if that has the address too; else that there is none. */
    static String back(InetAddress address) {
        String name = address.getCanonicalHostName();
        return name.equals(address.getHostAddress()) ? "no name leads there and back" : name;
    }
}
