package dev.colonnade.client.arrow;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Foreign Arrow allocation over the memory of a Netty buffer, which is released together with the
 * allocation.
 */
final class NettyMemory extends ForeignAllocation {
  private final ByteBuf owner;

  private NettyMemory(ByteBuf owner, long address) {
    super(owner.readableBytes(), address);
    this.owner = owner;
  }

  /** Returns the readable bytes of {@code payload}, whose reference is consumed. */
  static ArrowBuf wrap(BufferAllocator allocator, ByteBuf payload) {
    ByteBuffer memory = payload.nioBuffer().slice();
    if (!payload.isContiguous() || !memory.isDirect()) {
      return copy(allocator, payload);
    }
    return allocator.wrapForeignAllocation(
        new NettyMemory(payload, MemoryUtil.getByteBufferAddress(memory)));
  }

  @Override
  protected void release0() {
    owner.release();
  }

  private static ArrowBuf copy(BufferAllocator allocator, ByteBuf payload) {
    try {
      ArrowBuf memory = allocator.buffer(payload.readableBytes());
      memory.setBytes(0, payload.nioBuffer().slice(), 0, payload.readableBytes());
      return memory;
    } finally {
      payload.release();
    }
  }
}
