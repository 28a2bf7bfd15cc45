package org.sennit.opi.check;

import com.sun.source.tree.Tree;

/**
 * One place at which something is given away.
 *
 * @param argument what was passed
 * @param given what it was called there
 * @param line of the argument, from 1
 */
record Give(Tree argument, Reference given, long line) {}
