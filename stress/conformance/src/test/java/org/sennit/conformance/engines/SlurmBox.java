package org.sennit.conformance.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.testkit.Deadlines;

/** A cluster of Slurm with two nodes, both of which are this machine; needs root. One thread. */
final class SlurmBox implements AutoCloseable {
    private static final String CONFIGURATION = """
        ClusterName=box
        SlurmctldHost=%1$s(127.0.0.1)
        SlurmctldPort=%3$s
        SlurmUser=root
        AuthType=auth/munge
        StateSaveLocation=%2$s/state
        SlurmdSpoolDir=%2$s/spool-%%n
        SlurmctldPidFile=%2$s/slurmctld.pid
        SlurmdPidFile=%2$s/slurmd-%%n.pid
        SlurmctldLogFile=%2$s/slurmctld.log
        SlurmdLogFile=%2$s/slurmd-%%n.log
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core
        SchedulerType=sched/builtin
        MpiDefault=none
        ReturnToService=2
        SlurmdParameters=config_overrides
        NodeName=n1 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%4$s CPUs=8 State=UNKNOWN
        NodeName=n2 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%5$s CPUs=8 State=UNKNOWN
        PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
        """;

    /** Starts what Slurm authenticates with, if it does not run, and the daemons. */
    private static final String UP = """
        install -d -o munge -g munge -m 755 /run/munge
        [ -f /etc/munge/munge.key ] || { dd if=/dev/urandom of=/etc/munge/munge.key bs=1 count=1024 status=none
          chown munge:munge /etc/munge/munge.key; chmod 400 /etc/munge/munge.key; }
        munge -n >/dev/null 2>&1 || { su -s /bin/sh munge -c '/usr/sbin/munged --force'; cp /run/munge/munged.pid munged.pid; }
        slurmctld -f slurm.conf
        slurmd -f slurm.conf -N n1
        slurmd -f slurm.conf -N n2
        for i in $(seq 200); do [ "$(sinfo -h -N -o %t | grep -c idle)" = 2 ] && exit 0; sleep 0.1; done; exit 1
        """;

    private static final String DOWN = "for p in *.pid; do kill $(cat $p); done";

    private final Path folder = Files.createTempDirectory("sennit-slurm");

    SlurmBox() throws IOException, InterruptedException {
        assumeTrue(Files.isWritable(Path.of("/etc")), "Slurm's daemons need root");
        Files.createDirectory(folder.resolve("state"));
        List<Integer> ports = freePorts(3);
        String host = InetAddress.getLocalHost().getHostName();
        int dot = host.indexOf('.');
        Files.writeString(
                configuration(),
                CONFIGURATION.formatted(
                        dot < 0 ? host : host.substring(0, dot), folder, ports.get(0), ports.get(1), ports.get(2)));
        int status = shell(UP);
        if (status != 0) {
            System.out.println("skipped: Slurm's daemons do not come up here");
            close();
        }
        assumeTrue(status == 0, "Slurm's daemons do not come up here");
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new ServerSocket(0));
        }
        List<Integer> ports = new ArrayList<>();
        for (ServerSocket socket : sockets) {
            ports.add(socket.getLocalPort());
            socket.close();
        }
        return ports;
    }

    private Path configuration() {
        return folder.resolve("slurm.conf");
    }

    /** What its commands find it by. */
    Map<String, String> environment() {
        return Map.of("SLURM_CONF", configuration().toString());
    }

    private int shell(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", "PATH=$PATH:/usr/sbin; cd " + folder + "\n" + script);
        builder.environment().putAll(environment());
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
        Process process = builder.start();
        if (!process.waitFor(Deadlines.ns(60), TimeUnit.NANOSECONDS)) {
            process.destroyForcibly();
            return 1;
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        try {
            shell(DOWN);
        } catch (IOException | InterruptedException cannot) {
            throw new IllegalStateException(cannot);
        }
    }
}
