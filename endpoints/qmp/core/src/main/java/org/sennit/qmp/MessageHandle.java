package org.sennit.qmp;

/**
 * A declared communication: one channel, or several that are started together. Made by {@link ChannelCalls}, used by {@link Qmp};
 * belongs to its node. (QMP_msghandle_t)
 */
public final class MessageHandle {
    MessageHandle() {}

    QmpStatus status() { return QmpStatus.SUCCESS; }
    String statusText() { return ""; }
}
