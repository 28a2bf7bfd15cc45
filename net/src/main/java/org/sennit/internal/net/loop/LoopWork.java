package org.sennit.internal.net.loop;

/** Work of the loop for the owners of its sockets, apart from I/O events. Called with the loop held; never throws. */
public interface LoopWork {
    /**
     * Looks at a few sockets without asking the I/O handler which of them have something.
     *
     * @param most stop when this many of them had something
     * @return the work done; negative when the handler must be asked
     */
    int look(int most);

    /** Continues pending work. Called in every round after {@link MigratingEventLoop#requestWork}. */
    void workOff();

    /** Called before the leader blocks: pending work must wake it by an event. */
    void prepareToBlock();

    /** Nothing to do. */
    LoopWork NONE = new LoopWork() {
        @Override
        public int look(int most) {
            return -1;
        }

        @Override
        public void workOff() {}

        @Override
        public void prepareToBlock() {}
    };
}
