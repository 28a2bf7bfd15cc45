package org.sennit.qmp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.Job;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The state of one node. Belongs to the thread that drives the node. */
final class NodeState {
    private final Endpoint endpoint;
    private final CommandLine commandLine;
    private final Job opened; // null where the program is an endpoint's
    private final Grid allocatedGrid; // null: a switch
    private final NodeSurroundings surroundings;
    private final MessageMemories memory;
    private final Running running;
    private final List<Communicator> made = new ArrayList<>(); // to be closed at the end, in this order
    private final CommState allocated;
    private final CommState job;

    private CommState defaultComm;

    private NodeState(Communicator world, Job opened, CommandLine commandLine) {
        this.endpoint = world.endpoint();
        this.commandLine = commandLine;
        this.opened = opened;
        this.allocatedGrid = allocatedGrid(commandLine, world);
        this.surroundings = new NodeSurroundings(endpoint, world.rank(), commandLine.logicalMap());
        this.memory = new MessageMemories(surroundings, endpoint);
        this.running = new Running(surroundings);
        this.allocated = new CommState(this, adopt(world.duplicate()), allocatedGrid, 0, world.rank(), 1);
        this.job = commandLine.job() == null ? allocated : part(world);
        this.defaultComm = job;
    }

    /** Makes the state of a node. Collective. */
    static NodeState of(Communicator world, Job opened, String... arguments) {
        return new NodeState(world, opened, CommandLine.parse(arguments));
    }

    private static Grid allocatedGrid(CommandLine commandLine, Communicator world) {
        int nodes = world.size();
        if (commandLine.nodes() != 0 && commandLine.nodes() != nodes) {
            throw CommandLine.wrong(
                    "-qmp-nmpi", "there are other nodes: given=" + commandLine.nodes() + " nodes=" + nodes);
        }
        int[] geometry = commandLine.geometry();
        boolean isNative = geometry == null || geometry.length == 0;
        if (isNative) {
            int[] ofJob = world.endpoint().grid();
            boolean isOther = geometry == null && Grid.volume(ofJob) != nodes; // the nodes may be a part of the job
            geometry = isOther ? new int[0] : ofJob;
        }
        if (geometry.length == 0) {
            if (commandLine.allocatedMap() != null) {
                throw CommandLine.wrong("-qmp-alloc-map", "the machine has no axes without -qmp-geom");
            }
            return null;
        }
        if (Grid.volume(geometry) != nodes) {
            throw CommandLine.wrong(
                    "-qmp-geom", "another number of nodes: given=" + Arrays.toString(geometry) + " nodes=" + nodes);
        }
        int[] map = commandLine.allocatedMap();
        if (map != null && map.length != geometry.length) {
            throw CommandLine.wrong("-qmp-alloc-map", "another number of axes: geometry=" + Arrays.toString(geometry));
        }
        if (map != null) {
            return new Grid(geometry, map);
        }
        return isNative ? Grid.rowMajor(geometry) : Grid.of(geometry);
    }

    /** Returns the nodes of this node's job: a box of the allocated grid, or without a grid a range of the nodes. */
    private CommState part(Communicator world) {
        int[] box = commandLine.job();
        Grid whole = allocatedGrid == null ? Grid.of(new int[] {world.size()}) : allocatedGrid;
        int axes = whole.dimensions().length;
        int[] boxes = new int[axes];
        int[] boxOf = whole.coordinatesOf(world.rank());
        int[] inside = new int[axes];
        for (int axis = 0; axis < axes; axis++) {
            if (box.length != axes || whole.dimensions()[axis] % box[axis] != 0) {
                throw CommandLine.wrong(
                        "-qmp-job",
                        "does not divide the machine: given=" + Arrays.toString(box) + " machine="
                                + Arrays.toString(whole.dimensions()));
            }
            boxes[axis] = whole.dimensions()[axis] / box[axis];
            inside[axis] = boxOf[axis] % box[axis];
            boxOf[axis] /= box[axis];
        }
        Grid part = Grid.of(box);
        return allocated.split(
                Grid.of(boxes).placeAt(boxOf), part.placeAt(inside), allocatedGrid == null ? null : part);
    }

    /** Takes a communicator that QMP has made: its errors are statuses, and it is closed at the end. */
    Communicator adopt(Communicator communicator) {
        communicator.setErrorHandler(ErrorHandler.THROW);
        made.add(communicator);
        return communicator;
    }

    /** Closes a communicator of {@link #adopt} before the end. */
    void close(Communicator communicator) {
        made.remove(communicator);
        communicator.close();
    }

    // ---- parts ----

    CommState allocated() {
        return allocated;
    }

    CommState job() {
        return job;
    }

    CommState defaultComm() {
        return defaultComm;
    }

    boolean isKept(CommState comm) {
        return comm == allocated || comm == job || comm == defaultComm;
    }

    QmpStatus setDefault(CommState communicator) {
        if (communicator == null
                || communicator.node() != this
                || communicator.communicator().isClosed()) {
            return surroundings
                    .errors()
                    .fail(QmpStatus.INVALID_ARG, "no communicator of this node: given=" + communicator);
        }
        defaultComm = communicator;
        return QmpStatus.SUCCESS;
    }

    Grid allocatedGrid() {
        return allocatedGrid;
    }

    int[] jobGeometry() {
        return commandLine.job();
    }

    String[] arguments() {
        return commandLine.rest().clone();
    }

    Endpoint endpoint() {
        return endpoint;
    }

    NodeSurroundings surroundings() {
        return surroundings;
    }

    MessageMemories memory() {
        return memory;
    }

    Running running() {
        return running;
    }

    // ---- end ----

    void end() {
        if (!surroundings.isInitialized()) {
            return;
        }
        surroundings.profile().print(allocated.nodeNumber());
        allocated.communicator().barrier();
        surroundings.end();
        made.reversed().forEach(Communicator::close);
        memory.freeAll();
        if (opened != null) {
            opened.close();
        }
    }

    void abort(int code, String text) {
        SennitException cause = new SennitException(ErrorClass.OTHER, "QMP abort: " + text);
        allocated.communicator().abort(code, cause);
        throw new SennitException(ErrorClass.PROC_ABORTED, "aborted by this node: " + text + " code=" + code, cause);
    }

    @Override
    public String toString() {
        return allocated.toString();
    }
}
