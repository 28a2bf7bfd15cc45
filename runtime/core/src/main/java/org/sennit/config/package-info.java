/** The options of a job, where their values came from, and what {@code sennit info} prints of a part. */
package org.sennit.config;
