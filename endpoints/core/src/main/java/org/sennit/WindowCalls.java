package org.sennit;

import java.util.Map;
import org.sennit.message.Memory;

/**
 * Windows over the memory of the members of a {@link Communicator}. All are collective and block; all members call the
 * same constructors in the same order; an invalid argument of one member is an error on all. Memory that the processes
 * of a host share is accessed directly, other memory by the process to which it belongs. (MPI 4.1, section 12.2)
 */
public interface WindowCalls {
    /**
     * Makes a window over memory of the caller, whose displacements count elements of an array, and bytes
     * otherwise. (MPI_Win_create)
     *
     * @param memory what others access: a primitive array other than boolean[], a ByteBuffer, Agrona buffer or
     *     MemorySegment that any thread may read and write; null for none. In use until the window is closed
     * @return the window
     * @throws org.sennit.message.SennitException BASE when others cannot read and write the memory; on every member;
     *     see {@link Communicator}
     */
    Window createWindow(@Memory Object memory);

    /**
     * Makes a window over memory of the caller. (MPI_Win_create)
     *
     * @param memory as for {@link #createWindow(Object)}
     * @param displacementUnit how many bytes a displacement counts in this memory, 1 and up; members
     *     may give different ones
     * @return the window
     * @throws org.sennit.message.SennitException BASE when others cannot read and write the memory, DISP for a bad
     *     unit; on every member; see {@link Communicator}
     */
    Window createWindow(@Memory Object memory, int displacementUnit);

    /**
     * As {@link #createWindow(Object, int)}, with hints. (MPI_Win_create)
     *
     * @param memory as for {@link #createWindow(Object)}
     * @param displacementUnit the number of bytes that a displacement counts in this memory, 1 and up
     * @param info hints by name, see {@link Window#info}; all members give the same, but for {@code no_locks}
     *     and {@code mpi_minimum_memory_alignment}
     * @return the window
     * @throws org.sennit.message.SennitException as there; INFO_VALUE when members give different hints, SIZE and DISP
     *     when {@code same_size} or {@code same_disp_unit} is not so; on every member
     */
    Window createWindow(@Memory Object memory, int displacementUnit, Map<String, String> info);

    /**
     * Makes a window over memory that it allocates off the heap, filled with zeros and aligned to 64 bytes;
     * {@link Window#shared} gives it. It lasts until the window is closed. (MPI_Win_allocate)
     *
     * @param bytes the size of the caller's part; members may give different ones
     * @param displacementUnit the number of bytes that a displacement counts in this part, 1 and up
     * @return the window
     * @throws org.sennit.message.SennitException SIZE for a negative size, DISP for a bad unit, NO_MEM when there is
     *     not so much; on every member; see {@link Communicator}
     */
    Window allocateWindow(long bytes, int displacementUnit);

    /**
     * As {@link #allocateWindow(long, int)}, with hints. (MPI_Win_allocate)
     *
     * @param bytes the size of the caller's part
     * @param displacementUnit the number of bytes that a displacement counts in this part, 1 and up
     * @param info hints by name, see {@link Window#info}; all members give the same, but for {@code no_locks}
     *     and {@code mpi_minimum_memory_alignment}
     * @return the window
     * @throws org.sennit.message.SennitException as there; ARG without hints, INFO_VALUE when members give different
     *     hints, SIZE and DISP when {@code same_size} or {@code same_disp_unit} is not so; on every member
     */
    Window allocateWindow(long bytes, int displacementUnit, Map<String, String> info);

    /**
     * Makes a window over one memory off the heap, filled with zeros, in which the parts of the members lie one behind
     * the other, in the order of the ranks; {@link Window#shared} gives the part of any member. It lasts until the
     * window is closed. (MPI_Win_allocate_shared)
     *
     * @param bytes the size of the caller's part; members may give different ones
     * @param displacementUnit the number of bytes that a displacement counts in this part, 1 and up
     * @return the window
     * @throws org.sennit.message.SennitException as for {@link #allocateWindow(long, int)}; UNSUPPORTED when one of the
     *     members cannot map the memory, as on several hosts: {@link Communicator#splitBySharedMemory} makes a
     *     communicator whose members can
     */
    Window allocateSharedWindow(long bytes, int displacementUnit);

    /**
     * As {@link #allocateSharedWindow(long, int)}, with hints. (MPI_Win_allocate_shared)
     *
     * @param bytes the size of the caller's part
     * @param displacementUnit the number of bytes that a displacement counts in this part, 1 and up
     * @param info hints by name, see {@link Window#info}; all members give the same, but for {@code no_locks}
     *     and {@code mpi_minimum_memory_alignment}
     * @return the window
     * @throws org.sennit.message.SennitException as there; ARG without hints, INFO_VALUE when members give different
     *     hints, SIZE and DISP when {@code same_size} or {@code same_disp_unit} is not so; on every member
     */
    Window allocateSharedWindow(long bytes, int displacementUnit, Map<String, String> info);

    /**
     * Makes a window without memory, to which each member attaches some with {@link Window#attach}. Displacements count
     * bytes. (MPI_Win_create_dynamic)
     *
     * @return the window
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    Window createDynamicWindow();

    /**
     * As {@link #createDynamicWindow()}, with hints. (MPI_Win_create_dynamic)
     *
     * @param info hints by name, see {@link Window#info}; all members give the same, but for {@code no_locks}
     *     and {@code mpi_minimum_memory_alignment}
     * @return the window
     * @throws org.sennit.message.SennitException INFO_VALUE when members give different hints; on every member
     */
    Window createDynamicWindow(Map<String, String> info);
}
