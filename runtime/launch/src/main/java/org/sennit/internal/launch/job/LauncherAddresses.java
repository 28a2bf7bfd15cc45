package org.sennit.internal.launch.job;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The addresses at which other hosts may reach this one. Threads: stateless. */
public final class LauncherAddresses {
    private LauncherAddresses() {}

    /**
     * Returns the address on which to listen for other hosts.
     *
     * @param wanted an address or a name of this host; empty: all addresses
     * @return the address, its port chosen by the system
     * @throws SennitException {@link ErrorClass#BOOTSTRAP}: the name is unknown; do not retry
     */
    public static InetSocketAddress toListen(String wanted) {
        InetSocketAddress address = wanted.isEmpty() ? new InetSocketAddress(0) : new InetSocketAddress(wanted, 0);
        if (address.isUnresolved()) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "option " + LaunchOptions.ADDRESS.name() + ": '" + wanted + "' is no address of this host");
        }
        return address;
    }

    /**
     * Returns the addresses that hosts try, in digits: the one that is wanted, or all that networks can reach, IPv4
     * first.
     *
     * @param listening as {@link #toListen} has returned it, or bound
     * @return empty: there is none but loopback
     */
    public static List<String> ofThisHost(InetSocketAddress listening) {
        if (!listening.getAddress().isAnyLocalAddress()) {
            return List.of(listening.getAddress().getHostAddress());
        }
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        try {
            NetworkInterface.networkInterfaces()
                    .filter(LauncherAddresses::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .forEach(address -> (address instanceof Inet4Address ? first : second).add(digits(address)));
        } catch (SocketException none) {
            // Only hosts that are this one can be reached.
        }
        first.addAll(second);
        return first;
    }

    private static boolean isUp(NetworkInterface each) {
        try {
            return each.isUp();
        } catch (SocketException gone) {
            return false;
        }
    }

    private static String digits(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
