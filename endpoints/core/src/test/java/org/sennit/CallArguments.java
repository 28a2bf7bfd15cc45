package org.sennit;

import java.util.Map;
import org.sennit.message.DataLayout;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** An argument of each type that the calls of communicators have, such that a job of one endpoint may make the call. */
final class CallArguments {
    private CallArguments() {}

    /** Returns the class of an error of Sennit; null for any other throwable. */
    static String errorClassOf(Throwable thrown) {
        return thrown instanceof SennitException error ? error.errorClass().name() : null;
    }

    static Object of(Class<?> type, Communicator communicator) {
        if (type == int.class) {
            return 0;
        } else if (type == boolean.class) {
            return false;
        } else if (type == long.class) {
            return 0L;
        } else if (type == Object.class || type == null) {
            return new byte[1];
        } else if (type == DataLayout.class) {
            return DataLayout.BYTE.count(1);
        } else if (type == Blocks.class) {
            return Blocks.of(DataLayout.BYTE, new int[] {1});
        } else if (type == Operation.class) {
            return Operation.SUM;
        } else if (type == Status.class) {
            return new Status();
        } else if (type == Group.class) {
            return communicator.group();
        } else if (type == MatchedMessage.class) {
            return MatchedMessage.empty();
        } else if (type == Class.class) {
            return String.class;
        } else if (type == Map.class) {
            return Map.of();
        } else if (type == String.class) {
            return "a name";
        } else if (type == AttributeKey.class) {
            return AttributeKey.copied();
        } else if (type == int[].class) {
            return new int[] {1};
        } else if (type == boolean[].class) {
            return new boolean[1];
        } else if (type == Communicator.class) {
            return communicator;
        }
        throw new IllegalStateException("no argument of " + type);
    }
}
