package org.sennit.internal.endpoints.handle;

import java.util.Map;
import org.sennit.CartesianCommunicator;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.topology.CartesianCreation;
import org.sennit.internal.endpoints.topology.CartesianTopology;
import org.sennit.message.ErrorClass;

/** The handle of a communicator with a grid. */
final class CartesianHandle extends CommunicatorHandle implements CartesianCommunicator {
    private final CartesianTopology grid;

    CartesianHandle(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
        this.grid = (CartesianTopology) context.topology();
    }

    @Override
    public int[] dims() {
        return grid.dims();
    }

    @Override
    public boolean[] periods() {
        return grid.periods();
    }

    @Override
    public int[] coordinates() {
        return grid.coordinates();
    }

    @Override
    public int[] coordinates(int rank) {
        return constructed("coordinates", () -> grid.coordinates(rank));
    }

    @Override
    public int rankOf(int... coordinates) {
        given(ErrorClass.ARG, "rankOf", "coordinates", coordinates);
        return constructed("rankOf", () -> grid.rankOf(coordinates));
    }

    @Override
    public Shift shift(int dimension, int distance) {
        return constructed(
                "shift", () -> new Shift(grid.rankAt(dimension, -(long) distance), grid.rankAt(dimension, distance)));
    }

    @Override
    public CartesianCommunicator sub(boolean... remains) {
        return constructed("sub", () -> {
            checkIntra("sub");
            return (CartesianCommunicator)
                    handle(new CartesianCreation(context(), collectives()).sub(grid, remains, childName("sub")));
        });
    }

    @Override
    public CartesianCommunicator duplicate() {
        return (CartesianCommunicator) super.duplicate();
    }

    @Override
    public CartesianCommunicator duplicate(Map<String, String> info) {
        return (CartesianCommunicator) super.duplicate(info);
    }
}
