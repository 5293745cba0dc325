package dev.colonnade.server.net.transport;

import static java.util.Objects.requireNonNull;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limiter of the connections of one port that have not proved to be useful: those before a login,
 * or those of a port without sessions. At the limit it closes the least recently active one of the
 * source address that has the most of them, instead of refusing the new one: a client that sends
 * its request at once succeeds, also while an attacker keeps the limit exhausted with connections
 * that send nothing. Thread-safe.
 */
public final class ConnectionLimiter {
  private final int max;

  /** Connections by their source, the least recently active first. Guarded by this. */
  private final Map<Object, Set<Channel>> waiting = new HashMap<>();

  /** Number of connections in {@link #waiting}. Guarded by this. */
  private int count;

  /**
   * Creates a limiter.
   *
   * @param max maximum number of connections, at least 1
   */
  public ConnectionLimiter(int max) {
    if (max < 1) {
      throw new IllegalArgumentException("not positive: max=" + max);
    }
    this.max = max;
  }

  /**
   * Adds a new connection, which is removed when it closes. Returns whether another one was closed
   * for it.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // a closed connection has no result
  public boolean opened(Channel channel) {
    Channel oldest = add(requireNonNull(channel, "channel is null"));
    channel.closeFuture().addListener(closed -> completed(channel));
    if (oldest == null) {
      return false;
    }
    oldest.close();
    return true;
  }

  private synchronized @Nullable Channel add(Channel channel) {
    if (!waiting.computeIfAbsent(source(channel), _ -> new LinkedHashSet<>()).add(channel)) {
      return null;
    }
    count++;
    if (count <= max) {
      return null;
    }
    Set<Channel> most = Set.of();
    for (Set<Channel> candidate : waiting.values()) {
      most = candidate.size() > most.size() ? candidate : most;
    }
    Iterator<Channel> first = most.iterator();
    Channel oldest = first.next();
    completed(oldest);
    return oldest;
  }

  /** Records that a connection is active. */
  public synchronized void active(Channel channel) {
    Set<Channel> own = waiting.get(source(channel));
    if (own != null && own.remove(channel)) {
      own.add(channel);
    }
  }

  /** Removes a connection whose client has logged in. Idempotent. */
  public synchronized void completed(Channel channel) {
    Object source = source(channel);
    Set<Channel> own = waiting.get(source);
    if (own != null && own.remove(channel)) {
      count--;
      if (own.isEmpty()) {
        waiting.remove(source);
      }
    }
  }

  /** Returns the number of connections. */
  public synchronized int count() {
    return count;
  }

  /** Returns the address without its port; the remote address of a closed socket stays the same. */
  private static Object source(Channel channel) {
    SocketAddress address = channel.remoteAddress();
    return address instanceof InetSocketAddress known && known.getAddress() != null
        ? known.getAddress()
        : "unknown";
  }
}
