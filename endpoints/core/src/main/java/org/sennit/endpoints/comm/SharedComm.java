package org.sennit.endpoints.comm;

import org.sennit.endpoints.group.Placement;
import org.sennit.shm.team.Team;

/**
 * What the endpoints of one process have in common of a communicator.
 *
 * @param group its members; of an intercommunicator those on the own side
 * @param peers whom its ranks name in messages: the members, or those on the other side of an intercommunicator
 * @param team the own process's members of the group, in ascending order; null for an intercommunicator, whose members meet
 *     in the communicator of their side
 */
public record SharedComm(Placement group, Placement peers, Team team) {}
