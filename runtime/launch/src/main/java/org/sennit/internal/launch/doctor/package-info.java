/**
 * {@code sennit doctor}: what of this machine, or of several, keeps jobs from running well, and what to do about it.
 */
package org.sennit.internal.launch.doctor;
