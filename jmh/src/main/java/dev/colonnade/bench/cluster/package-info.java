/**
 * Clusters of local processes: their start, load with known results, faults, and the demo. Start
 * reading at {@link dev.colonnade.bench.cluster.ClusterDemo}.
 */
@NullMarked
package dev.colonnade.bench.cluster;

import org.jspecify.annotations.NullMarked;
