/** The options of a job, where their values came from, and how parts of Sennit tell {@code sennit info} of themselves. */
package org.sennit.config;
