/**
 * Interface between a server and the replication of its store, which is optional at run time: the
 * module with {@link dev.colonnade.storage.cluster.ClusterProvider} need not be on the class path.
 * Start reading at {@link dev.colonnade.storage.cluster.ClusterMember}.
 */
@NullMarked
package dev.colonnade.storage.cluster;

import org.jspecify.annotations.NullMarked;
