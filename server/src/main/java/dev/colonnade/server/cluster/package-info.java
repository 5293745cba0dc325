/** Changes of a store between a server of its own and a member of a cluster. */
@NullMarked
package dev.colonnade.server.cluster;

import org.jspecify.annotations.NullMarked;
