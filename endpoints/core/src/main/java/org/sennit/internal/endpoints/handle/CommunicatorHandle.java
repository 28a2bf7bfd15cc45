package org.sennit.internal.endpoints.handle;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.DistributedGraphCommunicator;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.GraphCommunicator;
import org.sennit.Group;
import org.sennit.Intercommunicator;
import org.sennit.NonblockingCalls;
import org.sennit.PendingCommunicator;
import org.sennit.PersistentCalls;
import org.sennit.TopologyKind;
import org.sennit.Window;
import org.sennit.WindowFlavor;
import org.sennit.active.ActiveMessages;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.construct.Creation;
import org.sennit.internal.endpoints.construct.Duplication;
import org.sennit.internal.endpoints.construct.EndpointCreation;
import org.sennit.internal.endpoints.construct.InterCreation;
import org.sennit.internal.endpoints.construct.Split;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.internal.endpoints.rma.WindowCreation;
import org.sennit.internal.endpoints.rma.WindowHints;
import org.sennit.internal.endpoints.rma.WindowState;
import org.sennit.internal.endpoints.topology.CartesianCreation;
import org.sennit.internal.endpoints.topology.CartesianTopology;
import org.sennit.internal.endpoints.topology.DistributedGraphCreation;
import org.sennit.internal.endpoints.topology.DistributedGraphTopology;
import org.sennit.internal.endpoints.topology.GraphCreation;
import org.sennit.internal.endpoints.topology.GraphTopology;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * The handle of one endpoint on a communicator. Its superclasses implement the interfaces of MPI's chapters; this class
 * has the constructors of other communicators, and the views.
 */
public class CommunicatorHandle extends AttributeHandle {
    private final NonblockingCalls nonblocking;
    private final PersistentCalls persistent;
    private ActiveView active; // guarded by this; null until it is asked for
    private int children; // for names

    CommunicatorHandle(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
        this.nonblocking = new NonblockingView(this);
        this.persistent = new PersistentView(this, context);
    }

    @Override
    public final NonblockingCalls nonblocking() {
        return nonblocking;
    }

    @Override
    public final PersistentCalls persistent() {
        return persistent;
    }

    @Override
    public final synchronized ActiveMessages activeMessages() {
        if (active == null) {
            active = new ActiveView(context());
        }
        return active;
    }

    final String childName(String operation) {
        return name() + "." + operation + ++children;
    }

    final void checkIntra(String operation) {
        context().begin(operation);
        context().checkIntra(operation);
    }

    /** Makes the handle of a new communicator; null stays null. */
    final CommunicatorHandle handle(CommContext made) {
        if (made == null) {
            return null;
        }
        if (made.isInter()) {
            return new IntercommunicatorHandle(endpoint(), made, ownErrorHandler());
        }
        return switch (made.topology()) {
            case CartesianTopology _ -> new CartesianHandle(endpoint(), made, ownErrorHandler());
            case GraphTopology _ -> new GraphHandle(endpoint(), made, ownErrorHandler());
            case DistributedGraphTopology _ -> new DistributedGraphHandle(endpoint(), made, ownErrorHandler());
            case null, default -> new CommunicatorHandle(endpoint(), made, ownErrorHandler());
        };
    }

    /**
     * Runs a construction or another call, and calls the error handler when it fails. The error names the call, also
     * where a collective or a message inside it has failed.
     */
    final <T> T constructed(String operation, Supplier<T> construction) {
        try {
            return construction.get();
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.PROC_FAILED || e.errorClass() == ErrorClass.PROC_ENDED) {
                context().constructions().fail();
            }
            throw raised(naming(operation, e));
        } catch (RuntimeException | Error e) { // of the program's error handler, or no memory
            context().constructions().fail();
            throw e;
        }
    }

    private static SennitException naming(String operation, SennitException error) {
        String text = error.getMessage();
        return !text.contains("operation=") || (text + " ").contains("operation=" + operation + " ")
                ? error
                : new SennitException(error.errorClass(), text + " in=" + operation, error);
    }

    @Override
    public Communicator duplicate() {
        return duplicate(Hints.NONE);
    }

    @Override
    public Communicator duplicate(Map<String, String> info) {
        return duplicate(hints("duplicate", info));
    }

    private Communicator duplicate(Hints hints) {
        return constructed("duplicate", () -> {
            context().begin("duplicate");
            AttributeCopies attributes = attributeCopies(); // before: an Error of an action leaves nothing made
            CommContext made = Duplication.blocking(context(), collectives(), childName("duplicate"));
            return duplicateOf(made, hints, ownErrorHandler(), attributes);
        });
    }

    private CommunicatorHandle duplicateOf(
            CommContext made, Hints hints, ErrorHandler handler, AttributeCopies attributes) {
        CommunicatorHandle duplicate = handle(made);
        duplicate.setErrorHandler(handler);
        made.useHints(hints);
        try {
            attributes.attachTo(duplicate);
        } catch (RuntimeException e) {
            try (duplicate) {
                throw e;
            }
        }
        return duplicate;
    }

    final PendingCommunicator duplicateNonblocking() {
        return duplicateNonblocking(Hints.NONE);
    }

    final PendingCommunicator duplicateNonblocking(Map<String, String> info) {
        return duplicateNonblocking(hints("nonblocking().duplicate", info));
    }

    private PendingCommunicator duplicateNonblocking(Hints hints) {
        return constructed("nonblocking().duplicate", () -> {
            context().begin("nonblocking().duplicate");
            ErrorHandler handler = ownErrorHandler(); // what is changed from here on is not the duplicate's
            AttributeCopies attributes = attributeCopies();
            return new PendingDuplicate(
                    context(), childName("duplicate"), made -> duplicateOf(made, hints, handler, attributes));
        });
    }

    @Override
    public Communicator split(int color, int key) {
        return constructed("split", () -> {
            context().begin("split");
            String name = childName("split") + "(" + color + ")";
            return handle(
                    isInter()
                            ? Split.inter(context(), collectives(), color, key, name)
                            : Split.byColor(context(), collectives(), color, key, name));
        });
    }

    @Override
    public Communicator splitByProcess(int key) {
        return constructed("splitByProcess", () -> {
            checkIntra("splitByProcess");
            return handle(Split.byProcess(context(), collectives(), key, childName("process")));
        });
    }

    @Override
    public Communicator splitBySharedMemory(int key) {
        return constructed("splitBySharedMemory", () -> {
            checkIntra("splitBySharedMemory");
            return handle(Split.byHost(context(), collectives(), key, childName("host")));
        });
    }

    @Override
    public Communicator create(Group group) {
        return constructed("create", () -> {
            context().begin("create");
            MemberGroup members = (MemberGroup) group;
            return handle(
                    isInter()
                            ? Creation.ofGroups(context(), collectives(), members, childName("create"))
                            : Creation.ofGroup(context(), collectives(), members, childName("create")));
        });
    }

    @Override
    public Communicator createFromGroup(Group group, int tag) {
        return constructed("createFromGroup", () -> {
            checkIntra("createFromGroup");
            given(ErrorClass.GROUP, "createFromGroup", "group", group);
            return handle(Creation.collectiveOverGroup(context(), (MemberGroup) group, tag, childName("group")));
        });
    }

    @Override
    public List<Communicator> createEndpoints(int count) {
        return constructed("createEndpoints", () -> {
            checkIntra("createEndpoints");
            return EndpointCreation.create(context(), collectives(), count, childName("endpoints")).stream()
                    .map(made -> new EndpointHandle(made, endpoint().errorHandler(), ownErrorHandler()).world())
                    .toList();
        });
    }

    @Override
    public Intercommunicator createIntercommunicator(int localLeader, Communicator peer, int remoteLeader, int tag) {
        return constructed("createIntercommunicator", () -> {
            checkIntra("createIntercommunicator");
            CommContext peerContext = peer == null ? null : ((CommunicatorHandle) peer).context();
            return (Intercommunicator) handle(InterCreation.create(
                    context(), collectives(), localLeader, peerContext, remoteLeader, tag, childName("inter")));
        });
    }

    @Override
    public final TopologyKind topology() {
        return switch (context().topology()) {
            case CartesianTopology _ -> TopologyKind.CARTESIAN;
            case GraphTopology _ -> TopologyKind.GRAPH;
            case DistributedGraphTopology _ -> TopologyKind.DISTRIBUTED_GRAPH;
            case null, default -> TopologyKind.NONE;
        };
    }

    @Override
    public final CartesianCommunicator createCartesian(int[] dims, boolean[] periods, boolean reorder) {
        return constructed("createCartesian", () -> {
            checkIntra("createCartesian");
            return (CartesianCommunicator) handle(cartesian().create(dims, periods, reorder, childName("cartesian")));
        });
    }

    @Override
    public final int mapCartesian(int[] dims, boolean[] periods) {
        return constructed("mapCartesian", () -> {
            checkIntra("mapCartesian");
            return cartesian().map(dims, periods);
        });
    }

    private CartesianCreation cartesian() {
        return new CartesianCreation(context(), collectives());
    }

    @Override
    public final GraphCommunicator createGraph(int[] index, int[] edges, boolean reorder) {
        return constructed("createGraph", () -> {
            checkIntra("createGraph");
            return (GraphCommunicator) handle(graph().create(index, edges, reorder, childName("graph")));
        });
    }

    @Override
    public final int mapGraph(int[] index, int[] edges) {
        return constructed("mapGraph", () -> {
            checkIntra("mapGraph");
            return graph().map(index, edges);
        });
    }

    private GraphCreation graph() {
        return new GraphCreation(context(), collectives());
    }

    @Override
    public final DistributedGraphCommunicator createDistributedGraphAdjacent(
            int[] sources, int[] destinations, boolean reorder) {
        return createDistributedGraphAdjacent(sources, null, destinations, null, Map.of(), reorder);
    }

    @Override
    public final DistributedGraphCommunicator createDistributedGraphAdjacent(
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destinationWeights,
            Map<String, String> info,
            boolean reorder) {
        return constructed("createDistributedGraphAdjacent", () -> {
            checkIntra("createDistributedGraphAdjacent");
            return (DistributedGraphCommunicator) handle(distributed("createDistributedGraphAdjacent", info, reorder)
                    .adjacent(sources, sourceWeights, destinations, destinationWeights, childName("distributedGraph")));
        });
    }

    @Override
    public final DistributedGraphCommunicator createDistributedGraph(
            int[] sources, int[] degrees, int[] destinations, boolean reorder) {
        return createDistributedGraph(sources, degrees, destinations, null, Map.of(), reorder);
    }

    @Override
    public final DistributedGraphCommunicator createDistributedGraph(
            int[] sources,
            int[] degrees,
            int[] destinations,
            int[] weights,
            Map<String, String> info,
            boolean reorder) {
        return constructed("createDistributedGraph", () -> {
            checkIntra("createDistributedGraph");
            return (DistributedGraphCommunicator) handle(distributed("createDistributedGraph", info, reorder)
                    .general(sources, degrees, destinations, weights, childName("distributedGraph")));
        });
    }

    private DistributedGraphCreation distributed(String operation, Map<String, String> info, boolean reorder) {
        SennitException wrong = wrongHints(operation, info);
        Hints hints = wrong == null ? new Hints(info) : Hints.NONE;
        return new DistributedGraphCreation(context(), collectives(), hints, wrong, reorder);
    }

    @Override
    public final Window createWindow(@Memory Object memory) {
        ElementType type = ElementType.ofArray(memory);
        return createWindow(memory, type == null ? 1 : type.bytes());
    }

    @Override
    public final Window createWindow(@Memory Object memory, int displacementUnit) {
        return createWindow(memory, displacementUnit, Map.of());
    }

    @Override
    public final Window createWindow(@Memory Object memory, int displacementUnit, Map<String, String> info) {
        return constructed(
                "createWindow",
                () -> window(
                        creation("createWindow", WindowFlavor.CREATED, info).create(memory, displacementUnit)));
    }

    @Override
    public final Window allocateWindow(long bytes, int displacementUnit) {
        return allocateWindow(bytes, displacementUnit, Map.of());
    }

    @Override
    public final Window allocateWindow(long bytes, int displacementUnit, Map<String, String> info) {
        return constructed(
                "allocateWindow",
                () -> window(
                        creation("allocateWindow", WindowFlavor.ALLOCATED, info).allocate(bytes, displacementUnit)));
    }

    @Override
    public final Window allocateSharedWindow(long bytes, int displacementUnit) {
        return allocateSharedWindow(bytes, displacementUnit, Map.of());
    }

    @Override
    public final Window allocateSharedWindow(long bytes, int displacementUnit, Map<String, String> info) {
        return constructed(
                "allocateSharedWindow",
                () -> window(creation("allocateSharedWindow", WindowFlavor.SHARED, info)
                        .allocateShared(bytes, displacementUnit)));
    }

    @Override
    public final Window createDynamicWindow() {
        return createDynamicWindow(Map.of());
    }

    @Override
    public final Window createDynamicWindow(Map<String, String> info) {
        return constructed(
                "createDynamicWindow",
                () -> window(creation("createDynamicWindow", WindowFlavor.DYNAMIC, info)
                        .dynamic()));
    }

    private WindowCreation creation(String operation, WindowFlavor flavor, Map<String, String> info) {
        checkIntra(operation);
        SennitException wrong = wrongHints(operation, info);
        WindowHints hints = WindowHints.of(flavor, wrong == null ? info : Map.of());
        return new WindowCreation(context(), collectives(), operation, childName("window"), hints, wrong);
    }

    private Window window(WindowState made) {
        made.comm().own().windowOpened(made.comm());
        return new WindowHandle(this, made);
    }
}
