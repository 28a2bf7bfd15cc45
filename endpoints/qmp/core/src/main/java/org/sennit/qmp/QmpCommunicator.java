package org.sennit.qmp;

import org.sennit.Communicator;

/**
 * Some of the nodes, with numbers, a logical machine and messages of their own: the {@code comm_} form of each call.
 * Belongs to one node, as {@link Qmp} does. (QMP_comm_t, QMP 2.5)
 */
public final class QmpCommunicator extends GlobalCalls {
    private final CommState state;

    QmpCommunicator(CommState state) {
        this.state = state;
    }

    @Override
    CommState comm() {
        return state;
    }

    /**
     * Splits the nodes by color, in the order of their keys, ties by node number. Collective; blocks. (QMP_comm_split)
     *
     * @param color nodes of one color come together, 0 and up
     * @param key decides the new numbers
     * @return the new communicator; null with INVALID_ARG when the color of some node is negative
     */
    public QmpCommunicator split(int color, int key) {
        CommState part = state.split(color, key);
        return part == null ? null : new QmpCommunicator(part);
    }

    /**
     * Frees a communicator that {@link #split} has made; handles declared on it can no longer be started. Local.
     * (QMP_comm_free)
     *
     * @return SUCCESS; INVALID_OP for the allocated, job or default communicator
     */
    public QmpStatus free() {
        return state.free();
    }

    /**
     * Returns the number of communicators that the split has made. (QMP_get_number_of_colors, QMP 2.5)
     *
     * @return at least 1; 1 where there was no split
     */
    public int getNumberOfColors() {
        return state.numberOfColors();
    }

    /**
     * Returns the color of this node in the split. (QMP_get_color, QMP 2.5)
     *
     * @return the color; 0 where there was no split
     */
    public int getColor() {
        return state.color();
    }

    /**
     * Returns the key of this node in the split. (QMP_get_key, QMP 2.5)
     *
     * @return the key; the node number where there was no split
     */
    public int getKey() {
        return state.key();
    }

    /**
     * Returns the communicator that this one stands on, whose ranks are the node numbers, for calls that QMP does not
     * have. Tags of messages on it are the channels' own, so a duplicate of it is what a program sends on.
     * (QMP_get_hidden_comm, QMP 2.5)
     *
     * @return always the same
     */
    public Communicator communicator() {
        return state.communicator();
    }

    @Override
    public String toString() {
        return state.toString();
    }
}
