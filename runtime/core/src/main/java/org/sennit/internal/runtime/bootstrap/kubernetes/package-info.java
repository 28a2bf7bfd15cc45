/** Pods of an Indexed Job of Kubernetes, which find each other by the names of a headless Service. */
package org.sennit.internal.runtime.bootstrap.kubernetes;
