/** More endpoints than cores: what a hop from one waiting endpoint to the next costs. */
package org.sennit.bench.crowd;
