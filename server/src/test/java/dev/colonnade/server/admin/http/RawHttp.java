package dev.colonnade.server.admin.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/** Raw client connection, which can also send invalid HTTP. */
final class RawHttp implements Closeable {
  private static final int READ_MILLIS_MAX = 120_000;

  private final Socket socket = new Socket();

  RawHttp(InetSocketAddress address) throws IOException {
    socket.setSoTimeout(READ_MILLIS_MAX);
    socket.connect(address);
  }

  /** Sends a text with HTTP's line ends. */
  RawHttp send(String text) throws IOException {
    socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(ISO_8859_1));
    return this;
  }

  /** Reads to the end of the connection, and returns also what arrived before a reset. */
  String readAll() throws IOException {
    StringBuilder text = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] bytes = new byte[8192];
    try {
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        text.append(new String(bytes, 0, count, ISO_8859_1));
      }
    } catch (SocketException e) {
      // The peer closed with unread bytes: a reset is an end.
    }
    return text.toString();
  }

  /** Reads until the text contains {@code part}. */
  String readUntil(String part) throws IOException {
    StringBuilder text = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (text.indexOf(part) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("ended before " + part + ": " + text);
      }
      text.append((char) next);
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
