package dev.colonnade.bench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Proxy of the connections that one member opens to another. A direction that loses packets
 * delivers nothing; its connections are reset when it delivers again, since a part of their bytes
 * is missing.
 */
final class MemberLink implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int BACKLOG = 50;

  private final ServerSocket listener;
  private final int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean losesRequests;
  private volatile boolean losesResponses;

  /** Opens a proxy on an address, to the same port of 127.0.0.1. */
  MemberLink(String address, int port) throws IOException {
    listener = new ServerSocket(port, BACKLOG, InetAddress.getByName(address));
    this.port = port;
    Thread.ofVirtual().start(this::accept);
  }

  /** Sets whether bytes of the member that opens connections are lost. */
  void loseRequests(boolean loses) {
    losesRequests = loses;
    resetIfWhole();
  }

  /** Sets whether bytes of the member that accepts connections are lost. */
  void loseResponses(boolean loses) {
    losesResponses = loses;
    resetIfWhole();
  }

  private void resetIfWhole() {
    if (!losesRequests && !losesResponses) {
      sockets.forEach(MemberLink::closeQuietly);
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        Thread.ofVirtual().start(() -> connect(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void connect(Socket client) {
    try {
      // Not accepted by the member before its direction delivers, as with lost packets.
      while (losesRequests || losesResponses) {
        if (client.isClosed()) {
          return;
        }
        Thread.sleep(10);
      }
      Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> copy(client, server, true));
      copy(server, client, false);
    } catch (IOException | InterruptedException e) {
      closeQuietly(client);
    } finally {
      sockets.remove(client);
    }
  }

  private void copy(Socket from, Socket to, boolean isRequest) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (!(isRequest ? losesRequests : losesResponses)) {
          out.write(buffer, 0, count);
        }
      }
      // The end of the stream is a packet, too.
      while (isRequest ? losesRequests : losesResponses) {
        Thread.sleep(10);
      }
    } catch (IOException | InterruptedException e) {
      return; // both sockets are closed
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return; // it is of no use in either case
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    sockets.forEach(MemberLink::closeQuietly);
  }
}
