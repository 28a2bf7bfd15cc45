package org.sennit.conformance.launch;

import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.message.SennitException;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpThreadLevel;

/** Opens a job of one endpoint in this process, by {@code Job} or {@code Qmp}, and prints the class of the error. */
final class StartErrorProgram {
    private StartErrorProgram() {}

    public static void main(String[] args) {
        try {
            switch (args[0]) {
                case "Job" -> Job.open(Options.fromEnvironment()).close();
                case "Qmp" ->
                    Qmp.initMsgPassing(new String[0], QmpThreadLevel.SINGLE).finalizeMsgPassing();
                default -> throw new IllegalArgumentException(args[0]);
            }
            System.out.println("opened");
        } catch (SennitException e) {
            System.out.println(args[0] + " failed: " + e.errorClass() + ": " + e.getMessage());
        }
    }
}
